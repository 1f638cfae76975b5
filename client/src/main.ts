import { start } from '#app/start.tsx';

// `browser-check.js` removes the element in browsers that are too old.
const root = document.getElementById('root');
if (root) {
  if ('popover' in root) start(root);
  else
    void import('#ui/compatibility.ts')
      .then(({ providePopovers }) => providePopovers())
      .then(() => start(root));
}
