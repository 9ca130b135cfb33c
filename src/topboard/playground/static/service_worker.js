// Keeps the files of this page, so that it works without a network after the first visit. The list
// of files and their digest are written here when the page is built.

const FILES = self.FILES_OF_PAGE;
const PREFIX = `topboard-playground ${self.registration.scope} `;
const STORE = PREFIX + self.DIGEST_OF_PAGE;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(STORE).then((store) =>
      // The page itself keeps its address, so an old copy may be in the browser's own cache.
      store.addAll(FILES.map((file) => new Request(file, file === "./" ? { cache: "reload" } : {}))),
    ),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith(PREFIX) && name !== STORE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(STORE)
      .then((store) => store.match(event.request, { ignoreSearch: true }))
      .then((found) => found || fetch(event.request)),
  );
});
