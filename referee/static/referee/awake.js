// Keeps the screen on while that is wanted. Browsers grant a lock over https and on this very machine only.
// Else a video is played that nobody sees: Chromium keeps the screen on for one that is in view and made from
// a canvas, whatever its size. docs/live.md says what is known of other browsers.

const FRAME_MS = 1000;

let isWanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let video = null;

/**
 * Keep the screen on from now on, or no more. The root's data-awake says by what: "lock", "video" or nothing.
 * @param {boolean} wanted
 */
export function keepAwake(wanted) {
  if (wanted === isWanted) return;
  isWanted = wanted;
  update();
}

/** Begins to follow what browsers take back: a lock whenever the page is hidden, a video until the first tap. */
export function beginKeepingAwake() {
  document.addEventListener("visibilitychange", update);
  addEventListener("pointerup", () => document.documentElement.dataset.awake || update());
}

async function update() {
  if (isWanted && !document.hidden) await ("wakeLock" in navigator ? takeLock() : play());
  else await release();
  document.documentElement.dataset.awake = lock ? "lock" : video && !video.paused ? "video" : "";
}

async function takeLock() {
  if (lock) return;
  const taken = await navigator.wakeLock.request("screen").catch(() => null); // a battery that runs low
  if (!taken) return;
  lock = taken;
  taken.addEventListener("release", () => {
    if (lock === taken) lock = null;
  });
  if (!isWanted) await release();
}

async function play() {
  video ??= makeVideo();
  if (video?.paused) await video.play().catch(() => {}); // not before the first tap
}

async function release() {
  video?.pause();
  await lock?.release();
  lock = null;
}

/** A silent video of one square, shown on a single point of the page. */
function makeVideo() {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen || !canvas.captureStream) return null;
  canvas.width = canvas.height = 2;
  const made = document.createElement("video");
  Object.assign(made, { className: "awake", muted: true, playsInline: true, srcObject: canvas.captureStream() });
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  let frame = 0;
  setInterval(() => {
    if (made.paused) return;
    pen.fillStyle = frame++ % 2 ? "#000" : "#111";
    pen.fillRect(0, 0, 2, 2);
  }, FRAME_MS);
  return made;
}
