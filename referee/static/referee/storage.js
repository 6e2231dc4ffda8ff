// What this device keeps for the site. Where a browser keeps nothing, or has no room, pages work without.

/** @param {string} key */
export function recallText(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function keepText(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // There is nothing to be done about it.
  }
}

/**
 * What was kept as JSON; nothing where it can't be read.
 * @param {string} key
 * @returns {any}
 */
export function recallJson(key) {
  try {
    return JSON.parse(recallText(key) ?? "{}");
  } catch {
    return {};
  }
}
