// Shows one page, which was fetched beforehand, in the place of any other that can't be reached. No page is
// kept: whatever there is a net for comes from the server. The live stream and answers pass it by.

const PARTS = {{ parts|safe }};
const KEPT = "offline {{ version }}";
const [PAGE] = PARTS;

addEventListener("install", (event) => {
  event.addRoutes?.({ condition: { urlPattern: { pathname: "/api/*" } }, source: "network" }).catch(() => {});
  const requests = PARTS.map((part) => new Request(part, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(requests)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const isPart = PARTS.includes(new URL(url).pathname);
  if (mode !== "navigate" && !isPart) return;
  event.respondWith(
    fetch(event.request).catch(async (fault) => {
      const kept = await caches.match(isPart ? new URL(url).pathname : PAGE, { ignoreVary: true });
      if (!kept) throw fault;
      return kept;
    }),
  );
});
