import { start } from '#app/start.tsx';

// Browsers that are too old have no such element; see `browser-check.js`.
const root = document.getElementById('root');
if (root) {
  if ('popover' in root) void start(root);
  else
    void import('#ui/compatibility.ts')
      .then(({ providePopovers }) => providePopovers())
      .then(() => start(root));
}
