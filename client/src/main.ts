import { storedText } from '#api/stored-text.ts';
import { reloadForCode } from '#app/missing-code.ts';
import { loadScreenAt } from '#app/screens.ts';
import { loadSessionParts } from '#app/session-parts.ts';

startAtOpenedScreen().catch(showFailure);

/**
 * A few bytes that start all downloads at once: the app's, which the page preloads, the opened screen's, and that of
 * what signed-in users see besides.
 * No top-level await: the app's code imports this chunk's, so it would wait for itself.
 */
async function startAtOpenedScreen(): Promise<void> {
  const screen = loadScreenAt(location.pathname);
  const sessionParts = storedText('user').get() === null ? undefined : loadSessionParts();
  const { start } = await import('#app/start.tsx').catch(reloadForCode);
  await Promise.all([screen, sessionParts]);
  start();
}

/** The app's error screen lies in the code that did not come, so this is plain text and a link. */
function showFailure(): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.textContent = 'Declassified could not be loaded. Check your connection. ';
  const link = document.createElement('a');
  // This very address; with its fragment, following the link would load nothing.
  link.href = location.href.replace(/#.*/s, '');
  link.textContent = 'Reload';
  message.append(link);
  document.getElementById('root')?.replaceChildren(message);
}
