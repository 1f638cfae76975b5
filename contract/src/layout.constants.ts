/** What the layout needs on every first load, apart from what other areas limit. */

/** Here, because the landing page knows no other operation. */
export const siteUrl = '/api/core/site/';

/** Links shown in the bar before MORE, the width at which narrow layouts begin, the staff area's navigation. */
export const layoutLimits = { navLinks: 4, narrowScreenPx: 768, sideNavigationPx: 240 } as const;
