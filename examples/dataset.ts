/** Reads a dataset as CSV and prints its last rows as a table: npx tsx dataset.ts rba-cash-rate-changes 10 */
import { createApi, dataOf, optionsFromEnvironment } from './client.ts';

const [slug = 'rba-cash-rate-changes', count = '10'] = process.argv.slice(2);
const api = createApi(optionsFromEnvironment());

const csv = dataOf(
  await api.GET('/api/content/datasets/{slug}/', {
    params: { path: { slug }, query: { format: 'csv' } },
    parseAs: 'text',
  }),
);
const [header = '', ...rows] = String(csv).trimEnd().split(/\r?\n/);
const names = header.split(',');
// The values of a dataset are dates and numbers, so no cell contains a comma or quotes.
const records = rows.map((row) =>
  Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])),
);
console.table(records.slice(-Number(count)));
