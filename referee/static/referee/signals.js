// Short sounds and vibration for those who don't look at the page. The sounds are made here. Browsers allow
// neither before the first tap or key; a switch turns both off, and the device remembers that.

import { keepText, recallText } from "./storage.js";

const KEPT = "signals";

/**
 * Tones one after the other: pitch in Hertz, length in seconds; and how to vibrate, in milliseconds.
 * @type {Record<string, { tones: [pitch: number, seconds: number][], shakes: number[] }>}
 */
const SIGNALS = {
  start: { tones: [[523, 0.12], [659, 0.12], [784, 0.25]], shakes: [200] },
  call: { tones: [[880, 0.12], [0, 0.08], [880, 0.12]], shakes: [100, 80, 100] },
  end: { tones: [[784, 0.15], [659, 0.15], [523, 0.4]], shakes: [400] },
  receipt: { tones: [[1047, 0.08]], shakes: [40] },
};
const LOUDNESS = 0.2;
const EDGE_SECONDS = 0.02; // a tone that begins or ends at once clicks

/** @type {AudioContext | null} */
let audio = null;
/** @type {HTMLInputElement | null} */
let control = null;

const isOn = () => control !== null && control.checked;

/**
 * Give signals from the first tap on, unless this checkbox turns them off. Its data-sound says what the browser
 * makes of them ("waiting" for a tap, "running"), its data-signal which one was given last.
 * @param {HTMLInputElement} checkbox
 */
export function beginSignals(checkbox) {
  control = checkbox;
  control.checked = recallText(KEPT) !== "off";
  control.addEventListener("change", () => {
    keepText(KEPT, isOn() ? "on" : "off");
    wake();
    signal("receipt");
  });
  for (const name of ["pointerup", "keydown"]) addEventListener(name, wake);
  show();
}

function show() {
  if (control) control.dataset.sound = audio?.state ?? "waiting";
}

/** A tap: from now on the browser lets us. A phone that was locked must be asked again. */
function wake() {
  if (!isOn() || audio?.state === "running" || typeof AudioContext === "undefined") return;
  if (!audio) {
    audio = new AudioContext();
    audio.onstatechange = show;
  }
  audio.resume().then(show, show);
}

/**
 * Give the signal of that name, if signals are wanted and allowed.
 * @param {string} name
 */
export function signal(name) {
  if (!isOn() || !audio) return;
  const { tones, shakes } = SIGNALS[name];
  let at = audio.currentTime;
  for (const [pitch, seconds] of tones) {
    if (pitch) sound(audio, pitch, at, at + seconds);
    at += seconds;
  }
  navigator.vibrate?.(shakes);
  if (control) control.dataset.signal = name;
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} from
 * @param {number} to
 */
function sound(audio, pitch, from, to) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + EDGE_SECONDS);
  volume.gain.setValueAtTime(LOUDNESS, to - EDGE_SECONDS);
  volume.gain.linearRampToValueAtTime(0, to);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(to);
}
