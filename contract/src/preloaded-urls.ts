/** The addresses that a page asks for before the app, and with it the table of operations, is there. */
export const siteUrl = '/api/core/site/';
export const guidesUrl = '/api/content/guides/';
export const datasetsUrl = '/api/content/datasets/';
