// A separate entry, which can show a message if the app's chunk fails to load.
import('#app/start.tsx').then(({ start }) => start()).catch(showFailure);

/** The error screen is part of the missing chunk, so this is plain text with a link. */
function showFailure(): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.textContent = 'Declassified could not be loaded. Check your connection. ';
  const link = document.createElement('a');
  // Without the fragment, since a link that differs only in that loads nothing.
  link.href = location.href.replace(/#.*/s, '');
  link.textContent = 'Reload';
  message.append(link);
  document.getElementById('root')?.replaceChildren(message);
}
