import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { at, beStaff, expectRetry, expectTexts } from '#test/render-screen.tsx';

fakeApi();

beforeEach(beStaff);

const dataset = {
  frequency: 'annual',
  first: '2024',
  last: '2024',
  vintage: '0123456789ab',
  known_from: at,
  published: null,
  next_due: null,
  late_from: null,
};

test('a dataset says that it could not be read, and reads again on request', () =>
  expectRetry('/data/gold', 'getDataset', 'The dataset could not be loaded', /^NO SUCH DATASET/));

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
