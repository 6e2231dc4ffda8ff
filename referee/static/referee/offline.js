// The page that is shown without a net: tries again when there is one, and now and then, as a phone may be
// linked to a network behind which there is nothing.

const RETRY_MS = 4000;
const SETTLE_MS = 500; // a network that has just come

let isLeaving = false; // whoever has followed a link goes there

const retry = () => isLeaving || location.reload();

addEventListener("beforeunload", () => (isLeaving = true));
addEventListener("online", () => setTimeout(retry, SETTLE_MS));
setInterval(() => navigator.onLine && retry(), RETRY_MS);
