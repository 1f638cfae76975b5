import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { HttpResponse } from 'msw';
import { errorOf } from '#test/render-at.tsx';
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
  description: 'How prices changed.',
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

const lendingRate = (slug: string, row: string, column: string) => ({
  ...dataset,
  slug,
  title: slug,
  frequency: 'monthly',
  decimals: 1,
  last: '2026-08',
  latest: [
    { date: '2026-07', value: 6 },
    { date: '2026-08', value: 6.2 },
  ],
  cell: { row, column },
});

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent).join('|'));

test('lending rates stand in one table, other series in rows, and a search keeps the heads of what it finds', async () => {
  const data = [
    { ...lendingRate('new', 'Variable', 'Investors, new'), words: ['mortgage'] },
    lendingRate('old', 'Variable', 'Investors, existing'),
    lendingRate('slow', 'Interest-only', 'Investors, new'),
    { ...dataset, slug: 'cpi', title: 'Prices', next_due: '2026-01-01', late_from: '2999-01-01' },
    { ...dataset, slug: 'wages', title: 'Wages', topic: 'Work and pay', next_due: '2999-01-01' },
  ];
  respondWith({ listDatasets: { data }, getDataset: { data: { ...dataset, series: [] } } });
  await openScreen('/data');
  const lending = await screen.findByRole('table', { name: 'Average rates of home loans' });
  await within(lending).findByRole('link', { name: '6.2%, slow' });
  const all = rowsOf(lending);
  expect(all).toHaveLength(2);
  expect(all[0]).toMatch(
    /^Variable\|–\|–\|Investors, new6.2%\+0.2Aug 2026\|Investors, existing6.2%\+0.2Aug 2026$/,
  );
  expect(rowsOf(screen.getByRole('table', { name: 'The latest figures by topic' }))).toEqual([
    expect.stringMatching(/^Prices\|Prices\|1%\|a year\|\|\|2024\|\d+ \w+ old$/),
    expect.stringMatching(/^Work and pay\|Wages\|/),
  ]);
  expect(document.body).toHaveTextContent('For 1 of 5 series, a newer figure was due and is not here yet.');
  expect(document.body).not.toHaveTextContent(/· (due|late)/);

  const search = screen.getByLabelText('Search the datasets');
  fireEvent.change(search, { target: { value: 'mortgage' } });
  await waitFor(() =>
    expect(rowsOf(lending)).toEqual([expect.stringMatching(/^Variable\|–\|–\|Investors, new.*\|$/)]),
  );
  expect(within(lending).getAllByRole('columnheader')).toHaveLength(5);
  expect(screen.queryByText('Everything else')).toBeNull();
  fireEvent.change(search, { target: { value: 'wages' } });
  expect(await screen.findByRole('row', { name: /^Work and pay Wages/ })).toBeInTheDocument();
  expect(screen.queryByText('What home loans cost')).toBeNull();
  fireEvent.change(search, { target: { value: 'wombat' } });
  expect(screen.getByText(/^No dataset has these words\./)).toBeInTheDocument();
});

test('a list that could not be loaded is loaded again in its place, beside the loan since', async () => {
  respondWith({ getDataset: { data: { ...dataset, series: [] } } });
  respondTo('listDatasets', () => refusal('unavailable', 'Busy.'));
  await openScreen('/data');
  const failure = (await screen.findByText('The datasets could not be listed')).closest('article')!;
  expect(screen.getByLabelText('Margin (%)')).toBeInTheDocument();
  respondWith({ listDatasets: { data: [{ ...dataset, slug: 'wages', title: 'Wages' }] } });
  fireEvent.click(within(failure).getByText('Try Again'));
  expect(await screen.findByRole('link', { name: 'Wages' })).toBeInTheDocument();
  expect(screen.queryByText('Busy.')).toBeNull();
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

test.each([
  ['/data', '+1.0 from 5.0'],
  ['/data/rates', 'Up 1.0 from 5.0 in 2023'],
])('the figures on %s have the decimals of their source', async (url, change) => {
  const points = [5, 5, 6].map((value, index) => ({ date: `${2022 + index}`, value }));
  const rates = { ...dataset, slug: 'rates', title: 'Rates', decimals: 1, latest: points.slice(1) };
  respondWith({ listDatasets: { data: [rates] }, getDataset: { data: { ...rates, series: points } } });
  await openScreen(url);
  expect(await screen.findByText('6.0%')).toBeInTheDocument();
  expect(document.body).toHaveTextContent(change);
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
  ['as', 'as=real', '', 'Must make sense.'],
  ['to', 'from=2020&to=2010', '&from=2020', 'Must not be before the start.'],
])(
  'of a link whose %s the server refuses, the rest has its chart and downloads',
  async (name, query, rest, reason) => {
    const refused = { msg: 'No.', code: 'validation_failed', details: { [name]: [reason] } };
    respondWith({ listDatasets: { data: [gold] } });
    respondTo('getDataset', ({ request }) =>
      new URL(request.url).searchParams.has(name)
        ? HttpResponse.json(refused, { status: 400 })
        : json({ data: gold }),
    );
    await openScreen(`/data/gold?${query}`);
    expect(await screen.findByText('All 1 value as a table')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute(
      'href',
      `/api/content/datasets/gold/?format=csv${rest}&cite=true`,
    );
    const explanation = screen.queryByText('The rest is used. Not understood: as=real');
    expect([explanation !== null, errorOf('To')]).toEqual(name === 'as' ? [true, null] : [false, reason]);
  },
);

test('a link with an unknown form says so', async () => {
  respondWith({ getDataset: { data: gold } });
  await openScreen('/data/gold?as=colour');
  expect(await screen.findByText('The rest is used. Not understood: as=colour')).toBeInTheDocument();
});

const comparable = async () =>
  Array.from((await screen.findByLabelText<HTMLSelectElement>('Compare with')).options, ({ text }) => text);

test('a series is compared with those on its scale, and a link with another one says why it is not', async () => {
  const silver = { ...gold, slug: 'silver', title: 'Silver', unit: 'pounds' };
  const wages = { ...gold, slug: 'wages', title: 'Wages', unit: 'per cent on the year before' };
  respondWith({ listDatasets: { data: [gold, silver, wages] } });
  respondTo('getDataset', ({ request }) => json({ data: request.url.includes('/gold/') ? gold : wages }));
  const { unmount } = await openScreen('/data/gold');
  await waitFor(async () => expect(await comparable()).toEqual(['Nothing', 'Silver']));
  unmount();
  await openScreen('/data/gold?with=wages');
  expect(
    await screen.findByText(
      'Wages is not shown: it is in per cent on the year before, which has no common scale with dollars.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText(/no year in common/)).toBeNull();
  await waitFor(async () => expect(await comparable()).toEqual(['Nothing', 'Silver', 'Wages']));
});

test('percentages of different units keep their values, and the page names both units', async () => {
  const rate = { ...gold, slug: 'rate', title: 'Rate', unit: 'per cent a year' };
  const wages = { ...gold, slug: 'wages', title: 'Wages', unit: 'percentage points on the year before' };
  respondWith({ listDatasets: { data: [rate, wages] } });
  respondTo('getDataset', ({ request }) => json({ data: request.url.includes('/rate/') ? rate : wages }));
  await openScreen('/data/rate?with=wages');
  expect(await screen.findByText(/Rate is in per cent a year/)).toHaveTextContent(
    'Rate is in per cent a year, and Wages in percentage points on the year before.',
  );
  expect(screen.getByText(/^2024: Rate 1, Wages 1/)).toBeInTheDocument();
  expect(document.body).toHaveTextContent('per cent or points');
  expect(document.body).not.toHaveTextContent(/= 100/);
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
