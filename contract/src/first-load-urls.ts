/** The addresses that are asked for without the table of operations, which is no part of the first load. */
export const siteUrl = '/api/core/site/';
export const guidesUrl = '/api/content/guides/';
export const datasetsUrl = '/api/content/datasets/';
