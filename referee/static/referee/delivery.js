// Delivers an answer over a network that comes and goes: as often as it takes, and never twice.

const RETRY_MS = 1000;
const PATIENCE_MS = 8000; // before a request without an answer is made again

// randomUUID is missing on pages without HTTPS, such as a club's own server has.
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * An answer on its way, which `stop` calls back unless it has arrived.
 * @typedef {{ answer: any, round: string, key: string, stop: () => void }} Delivery
 */

/**
 * @param {any} answer
 * @param {string} round
 * @returns {Delivery}
 */
export function newDelivery(answer, round) {
  return { answer, round, key: newKey(), stop: () => {} };
}

/**
 * Send until the server says something about it, as long as it is wanted. Gives { isTaken, told }, or
 * null if it never did; `onSilence` hears of every attempt without a reply.
 * @param {Delivery} delivery
 * @param {{ address: string, token: string, isWanted: () => boolean, onSilence: () => void }} how
 * @returns {Promise<{ isTaken: boolean, told: any } | null>}
 */
export async function deliver(delivery, { address, token, isWanted, onSilence }) {
  while (isWanted()) {
    const attempt = new AbortController();
    delivery.stop = () => attempt.abort();
    const patience = setTimeout(delivery.stop, PATIENCE_MS);
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "Idempotency-Key": delivery.key,
          "Accept-Language": document.documentElement.lang,
        },
        body: JSON.stringify(delivery.answer),
        signal: attempt.signal,
      });
      // Too many at once (429) is no refusal of this one: it is taken a moment later.
      if (response.status >= 500 || response.status === 429) throw new Error(`answer: ${response.status}`);
      return { isTaken: response.ok, told: await response.json() };
    } catch {
      onSilence();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    } finally {
      clearTimeout(patience);
    }
  }
  return null;
}
