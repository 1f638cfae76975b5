import { loadScreenAt } from '#app/screens.ts';

void startAtOpenedScreen();

/**
 * A few bytes that start both downloads at once: the app's, which the page preloads, and the opened screen's.
 * No top-level await: the app's code imports this chunk's, so it would wait for itself.
 */
async function startAtOpenedScreen(): Promise<void> {
  const screen = loadScreenAt(location.pathname);
  const { start } = await import('#app/start.tsx');
  await screen;
  start();
}
