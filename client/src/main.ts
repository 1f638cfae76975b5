import { start } from '#app/start.tsx';

// Browsers that are too old have no such element; see `browser-check.js`.
const root = document.getElementById('root');
if (root) {
  // Chrome before 114, Firefox before 125 and Safari before 17 have no popovers.
  if ('popover' in root) void start(root);
  else void import('@oddbird/popover-polyfill').then(() => start(root));
}
