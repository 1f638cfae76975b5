/** The record of a dataset, and its fields that other operations share. */
import { z } from 'zod';
import { datasetFrequencies, datasetTopics, lendingTable } from './datasets.constants.ts';
import { Timestamp } from 'contract/fields.ts';

/** A year, a quarter, a month, a day, or an income year such as `2025-26`. */
export const SourceDate = z
  .string()
  .describe('In the form of the source: `2023`, `2026-Q2`, `2026-06`, `2026-02-04`, `2025-26`.');

export const Day = z.iso.date();

/** The metadata that accompanies the source's figures. */
export const DatasetMetadata = z.strictObject({
  title: z.string().min(1).max(120),
  description: z.string().min(1).max(600),
  source: z.string().min(1).max(300),
  source_terms: z.string().min(1).max(300),
  unit: z.string().min(1).max(120),
  frequency: z.enum(datasetFrequencies),
  topic: z.enum(datasetTopics),
  words: z.array(z.string()).describe('Other words by which people search for the dataset.'),
  cell: z
    .strictObject({ row: z.enum(lendingTable.rows), column: z.enum(lendingTable.columns) })
    .optional()
    .describe('The place in the table of lending rates, for a dataset that has one.'),
});

export const VintageName = z
  .string()
  .describe(
    'The first 12 hex digits of the SHA-256 of the whole CSV after its byte order mark, followed by the line `to,LAST` where the frequency is `on change`.',
  );

/** The fields of a vintage, without its figures. */
export const vintageShape = {
  vintage: VintageName,
  known_from: Timestamp.describe('The time at which this server first had these figures.'),
  published: Day.nullable().describe('The publisher’s date, or null if the file has none.'),
  first: SourceDate,
  last: SourceDate.describe('The end of the coverage.'),
  points: z.int(),
};

export const dueShape = {
  next_due: Day.nullable().describe('The day by which the next figure is expected.'),
  late_from: Day.nullable().describe('From this day the next figure is late.'),
};

export const DatasetPoint = z.object({ date: SourceDate, value: z.number() });
export type DatasetPoint = z.infer<typeof DatasetPoint>;

export const Dataset = z
  .object({
    slug: z.string(),
    ...DatasetMetadata.shape,
    decimals: z
      .int()
      .nullable()
      .describe('The decimals with which the source publishes its values; null without a rule.'),
    ...vintageShape,
    ...dueShape,
    missing: z.string().nullable().describe('Which later figures exist elsewhere and could not be sourced.'),
    latest: z.array(DatasetPoint).describe('The last two figures, oldest first; empty for a tax table.'),
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof Dataset>;

export const Brackets = z.array(z.object({ income_over: z.number(), rate_percent: z.number() }));

export const TaxYear = z.object({ year: SourceDate, brackets: Brackets });
export type TaxYear = z.infer<typeof TaxYear>;

export const exampleVintage = {
  vintage: '0123456789ab',
  known_from: '2025-07-01T00:00:00.000Z',
  published: null,
  first: '1960',
  last: '2024',
  points: 65,
};
export const exampleDue = { next_due: '2026-07-29', late_from: '2026-10-27' };

export const exampleDataset: Dataset = {
  slug: 'inflation-australia',
  title: 'Inflation in Australia',
  description: 'How much consumer prices rose on average over the year before.',
  source: 'World Bank, World Development Indicators, FP.CPI.TOTL.ZG',
  source_terms: 'CC BY 4.0 (World Bank)',
  unit: 'per cent a year',
  frequency: 'annual',
  topic: 'Prices',
  words: ['cpi', 'cost of living'],
  decimals: 4,
  ...exampleVintage,
  ...exampleDue,
  missing: 'The figure for 2025 could not be sourced.',
  latest: [
    { date: '2023', value: 5.597 },
    { date: '2024', value: 3.1616 },
  ],
};

export const DatasetPath = z.object({ slug: z.string() });
