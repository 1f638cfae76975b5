import { z } from 'zod';
import { dataOf, listOf } from './responses.ts';
import { notModified, route } from './route.ts';

/** A year, a month, a day, or an income year such as `2025-26`. */
const SourceDate = z.string().meta({ description: 'As the source has it: `2023`, `2026-06`, `2026-02-04`.' });

/** The facts that we add to the source's figures. */
export const DatasetFacts = z.strictObject({
  title: z.string().min(1).max(120),
  description: z.string().min(1).max(600),
  source: z.string().min(1).max(300),
  source_terms: z.string().min(1).max(300),
  unit: z.string().min(1).max(120),
  frequency: z.enum(['annual', 'monthly', 'on change', 'by income year']),
});

const Dataset = z
  .object({
    slug: z.string(),
    ...DatasetFacts.shape,
    first: SourceDate,
    last: SourceDate.meta({ description: 'The end of what is covered.' }),
    points: z.int(),
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof Dataset>;

const DatasetPoint = z.object({ date: SourceDate, value: z.number() });
export type DatasetPoint = z.infer<typeof DatasetPoint>;

const TaxYear = z.object({
  year: SourceDate,
  brackets: z.array(z.object({ income_over: z.number(), rate_percent: z.number() })),
});
export type TaxYear = z.infer<typeof TaxYear>;

const exampleDataset: Dataset = {
  slug: 'inflation-australia',
  title: 'Inflation in Australia',
  description: 'How much consumer prices rose on average over the year before.',
  source: 'World Bank, World Development Indicators, FP.CPI.TOTL.ZG',
  source_terms: 'CC BY 4.0 (World Bank)',
  unit: 'per cent a year',
  frequency: 'annual',
  first: '1960',
  last: '2024',
  points: 65,
};

export const listDatasets = route('listDatasets', {
  summary: 'List the datasets',
  responses: {
    200: listOf(Dataset, exampleDataset, 'All of them.'),
    304: notModified,
  },
});

const RangeEnd = z
  .union(
    [z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/), z.iso.date()],
    'Must be a year, a month or a day, such as 2026-06.',
  )
  .exactOptional();

const DatasetQuery = z
  .strictObject({
    from: RangeEnd,
    to: RangeEnd.meta({ description: 'Counts whole: `2023` reaches to the end of that year.' }),
    format: z.enum(['json', 'csv'], 'Must be json or csv.').exactOptional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= endOf(to), {
    path: ['to'],
    error: 'Must not be before the start.',
  });

/** Sorts after every date within it. */
const endOf = (date: string) => `${date}~`;

export const getDataset = route('getDataset', {
  summary: 'Read a dataset',
  description: 'Without figures in the range, the series is empty.',
  params: z.object({ slug: z.string() }),
  query: DatasetQuery,
  responses: {
    200: {
      otherMediaTypes: ['text/csv'],
      ...dataOf(
        z.object({
          ...Dataset.shape,
          series: z.array(DatasetPoint).optional(),
          rows: z.array(TaxYear).optional().meta({ description: 'Of a tax table, in place of the series.' }),
        }),
        { ...exampleDataset, series: [{ date: '2024', value: 3.1616 }] },
        'The figures as JSON; with `format=csv` the same as CSV.',
      ),
    },
    304: notModified,
  },
});
