import { preload } from '#app/preload.ts';

preload(location.href);

// A small entry, so that the page can show a message where the app's chunk cannot be loaded.
import('#app/start.tsx').then(({ start }) => start()).catch(showFailure);

/** The app's error screen is part of the missing chunk, so this is plain text and a link. */
function showFailure(): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.textContent = 'Declassified could not be loaded. Check your connection. ';
  const link = document.createElement('a');
  // The same address without its fragment, with which following the link would load nothing.
  link.href = location.href.replace(/#.*/s, '');
  link.textContent = 'Reload';
  message.append(link);
  document.getElementById('root')?.replaceChildren(message);
}
