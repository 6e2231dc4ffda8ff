// Makes the site an app that can be put on the phone's start screen, with a page for when there is no net
// (referee/installing.py). Thousands who join should ask for none of that, so a page says when it is wanted.

/** @type {any} */
let offer = null; // the browser's own, where it makes one

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
});

/** From now on the browser may install the site. Service workers need https, or this very machine. */
export function allowInstalling() {
  if (!document.querySelector("link[rel=manifest]")) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "manifest", href: "/manifest.webmanifest" });
    document.head.append(link);
  }
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // a private window
}

/**
 * Let this button install the app where the browser offers that; else `how` says where to find it.
 * @param {HTMLElement} button
 * @param {HTMLElement} how
 */
export function offerInstalling(button, how) {
  button.addEventListener("click", () => {
    allowInstalling();
    how.hidden = false;
    offer?.prompt();
    offer = null;
  });
}
