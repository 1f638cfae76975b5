import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import {
  respondWith,
  timestamp,
  signInAsStaff,
  expectRetry,
  expectTexts,
  openScreen,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(() => {
  signInAsStaff();
  respondWith({ listFollowedDatasets: { data: [] } });
});

const dataset = {
  source: 'World Bank, WDI',
  unit: 'per cent a year',
  topic: 'Prices',
  words: [],
  missing: null,
  latest: [{ date: '2024', value: 1 }],
  frequency: 'annual',
  first: '2024',
  last: '2024',
  vintage: '0123456789ab',
  known_from: timestamp,
  published: null,
  next_due: null,
  late_from: null,
  decimals: null,
};

test('a dataset reports that it could not be loaded, and can be loaded again', () =>
  expectRetry('/data/gold', 'getDataset', 'The dataset could not be loaded', /^NO SUCH DATASET/));

test('the datasets are in groups by topic, and a search finds the best match first', async () => {
  const named = [
    ['Wages', 'Work and pay', []],
    ['Consumer prices by month', 'Prices', ['cost of living']],
    ['Consumer prices by quarter', 'Prices', ['cost of living', 'wages']],
  ] as const;
  const data = named.map(([title, topic, words]) => ({ ...dataset, slug: title, title, topic, words }));
  respondWith({ listDatasets: { data }, getDataset: { data: { ...dataset, series: [] } } });
  await openScreen('/data');
  const prices = await screen.findByRole('region', { name: 'Prices' });
  expect(within(prices).getAllByRole('link')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Search the datasets'), { target: { value: 'wages' } });
  const headings = await screen.findAllByRole('heading', { level: 4 });
  const titles = headings.map((heading) => heading.textContent);
  expect(titles).toEqual(['Wages', 'Consumer prices by quarter']);
  fireEvent.change(screen.getByLabelText('Search the datasets'), { target: { value: 'wombat' } });
  expect(screen.getByText(/^No dataset has these words\./)).toBeInTheDocument();
});

test.each([
  ['rows', { slug: 'tax', title: 'Tax', rows: [] }],
  ['points', { slug: 'gold', title: 'Gold', series: [] }],
])('a range without %s says so', (_, figures) =>
  expectTexts(
    `/data/${figures.slug}`,
    { getDataset: { data: { ...dataset, ...figures } } },
    [],
    'There are no figures in this range.',
  ),
);

test.each([
  ['/data/gold', 0],
  ['/data/gold?as_of=2026-02-01', 1],
])('a cached list of earlier vintages leaves no doubt what %s shows', async (url, notes) => {
  const gold = { ...dataset, slug: 'gold', title: 'Gold', series: [] };
  respondWith({ listDatasets: { data: [{ ...gold, vintage: 'ba9876543210' }] }, getDataset: { data: gold } });
  await openScreen(url);
  await screen.findByText('There are no figures in this range.');
  await screen.findByRole('button', { name: 'Vintages' });
  expect(screen.queryAllByText(/^This is what was known on /)).toHaveLength(notes);
});

test.each([
  ['each vintage', ['a', 'b', 'c'], 3],
  ['each but a first one whose name is current again', ['a', 'b', 'a'], 2],
])('what changed can be read for %s', async (_, names, buttons) => {
  const vintages = names.map((vintage, index) => ({
    ...dataset,
    vintage,
    origin: 'import',
    known_from: `2026-01-0${9 - index}T00:00:00.000Z`,
  }));
  respondWith({ getDataset: { data: { ...dataset, series: [] } }, listVintages: { data: vintages } });
  await openScreen('/data/gold');
  fireEvent.click(await screen.findByRole('button', { name: 'Vintages' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^[abc]$/ })).toHaveLength(3));
  expect(screen.getAllByRole('button', { name: /^What changed in / })).toHaveLength(buttons);
});

const gold = {
  ...dataset,
  slug: 'gold',
  title: 'Gold',
  unit: 'dollars',
  series: [{ date: '2024', value: 1 }],
};

test.each(['/data', '/data/rates'])('the figures on %s have the decimals of their source', async (url) => {
  const points = ['2022', '2023', '2024'].map((date) => ({ date, value: 6 }));
  const rates = { ...dataset, slug: 'rates', title: 'Rates', decimals: 1, latest: points.slice(1) };
  respondWith({ listDatasets: { data: [rates] }, getDataset: { data: { ...rates, series: points } } });
  await openScreen(url);
  expect(await screen.findByText('6.0%')).toBeInTheDocument();
  expect(document.body).toHaveTextContent('Unchanged from 6.0 in 2023');
  expect(document.body).not.toHaveTextContent(/\b6(?![.\d])/);
});

test('a day before the first vintage offers no download', async () => {
  respondWith({
    listDatasets: { data: [gold] },
    listVintages: { data: [{ ...dataset, origin: 'built_in' }] },
  });
  respondTo('getDataset', () => refusal('not_found', 'Not found.'));
  await openScreen('/data/gold?as_of=1990-01-01');
  await screen.findByText(/^Nothing was kept before /);
  expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
});

test('a second dataset is compared with its figures known on the same day, or not at all', async () => {
  const reads = respondTo('getDataset', ({ request }) =>
    request.url.includes('/gold/') ? json({ data: gold }) : refusal('not_found', 'Not found.'),
  );
  await openScreen('/data/gold?from=2020&as_of=2026-02-01&with=silver');
  expect(await screen.findByText('Nothing of the second dataset was known on that day.')).toBeInTheDocument();
  const queries = reads.map(({ request }) => new URL(request.url).search);
  expect(queries).toEqual(Array(2).fill('?from=2020&as_of=2026-02-01'));
});

test.each([
  ['Amount', '10%', 'Dollars, not per cent.'],
  ['Amount', '500.000', 'Did you mean 500,000 or 500?'],
  ['Amount', '300 a fortnight', 'Must be more than 0.'],
  ['Margin (%)', '$2', 'Per cent, not dollars: write 2 for 2 %'],
  ['Margin (%)', '2,5', 'Use a point for decimals: 2.5'],
])('the loan at past rates refuses in the field %s the text %s', async (label, text, message) => {
  respondWith({
    listDatasets: { data: [] },
    getDataset: { data: { ...dataset, slug: 'rba-cash-rate-changes', title: 'Cash rate', series: [] } },
  });
  await openScreen('/data');
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
  expect(screen.getByText('Open in the loan calculator')).toHaveAttribute('aria-disabled', 'true');
});
