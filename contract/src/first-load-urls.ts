/** The URLs that the first load requests. The table of operations loads later. */
export const siteUrl = '/api/core/site/';
export const guidesUrl = '/api/content/guides/';
export const datasetsUrl = '/api/content/datasets/';
