// Keeps the public shell and the calculators for use without a connection. The build replaces the name of the cache and
// the list of files.
const cacheName = '%CACHE_NAME%';
const files = ['%FILES%'];

/** The page without the content of any screen. Without a connection the app in it says which screens work. */
const page = '/index.html';

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))),
      )
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    // From the network first, so that a release arrives with the next load.
    if (!pathname.startsWith('/api/')) event.respondWith(fetch(request).catch(() => caches.match(page)));
  } else if (pathname !== page && files.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((cached) => cached ?? fetch(request)));
  }
});
