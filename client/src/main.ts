import { loadScreenAt } from '#app/screens.ts';

// A few bytes that start both downloads at once: the app's, which the page preloads, and the opened screen's.
const screen = loadScreenAt(location.pathname);

void import('#app/start.tsx').then(async ({ start }) => {
  await screen;
  start();
});
