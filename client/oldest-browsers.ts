/**
 * The oldest versions in which everything works. The build compiles for them, the page names them in older browsers, and
 * so does the README. `public/browser-check.js` recognizes older ones by the newest features of these, before the app starts
 * and in old JavaScript: `toSorted` (Chrome 110, Firefox 115, Safari 16.0), `CompressionStream` (80, 113, 16.4) and
 * `color-mix` (111, 113, 16.2). It has no comments, because every first load contains it.
 */
export const oldestBrowsers = { Chrome: '111', Edge: '111', Firefox: '115', Safari: '16.4' } as const;
