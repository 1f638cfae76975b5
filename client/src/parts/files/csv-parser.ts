/** Loaded with the first file. */
export const loadCsvParser = async () => (await import('csv-parse/browser/esm/sync')).parse;
