import { z } from 'zod';
import { datasetFrequencies, datasetMessages, refreshStates, vintageOrigins } from './datasets.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import { dataOf, listOf, message } from 'contract/responses.ts';
import { json, notModified, route } from 'contract/route.ts';

/** A year, a quarter, a month, a day, or an income year such as `2025-26`. */
const SourceDate = z
  .string()
  .meta({ description: 'In the form of the source: `2023`, `2026-Q2`, `2026-06`, `2026-02-04`, `2025-26`.' });

const Day = z.iso.date();

/** The metadata that accompanies the source's figures. */
export const DatasetMetadata = z.strictObject({
  title: z.string().min(1).max(120),
  description: z.string().min(1).max(600),
  source: z.string().min(1).max(300),
  source_terms: z.string().min(1).max(300),
  unit: z.string().min(1).max(120),
  frequency: z.enum(datasetFrequencies),
});

const VintageName = z.string().meta({
  description:
    'The first 12 hex digits of the SHA-256 of the whole CSV after its byte order mark, followed by the line `to,LAST` where the frequency is `on change`.',
});

/** The fields of a vintage, without its figures. */
const vintageShape = {
  vintage: VintageName,
  known_from: Timestamp.meta({ description: 'The time at which this server first had these figures.' }),
  published: Day.nullable().meta({ description: 'The publisher’s date, or null if the file has none.' }),
  first: SourceDate,
  last: SourceDate.meta({ description: 'The end of the coverage.' }),
  points: z.int(),
};

const dueShape = {
  next_due: Day.nullable().meta({ description: 'The day by which the next figure is expected.' }),
  late_from: Day.nullable().meta({ description: 'From this day the next figure is late.' }),
};

const Dataset = z
  .object({ slug: z.string(), ...DatasetMetadata.shape, ...vintageShape, ...dueShape })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof Dataset>;

export const DatasetPoint = z.object({ date: SourceDate, value: z.number() });
export type DatasetPoint = z.infer<typeof DatasetPoint>;

const Brackets = z.array(z.object({ income_over: z.number(), rate_percent: z.number() }));

export const TaxYear = z.object({ year: SourceDate, brackets: Brackets });
export type TaxYear = z.infer<typeof TaxYear>;

const exampleVintage = {
  vintage: '0123456789ab',
  known_from: '2025-07-01T00:00:00.000Z',
  published: null,
  first: '1960',
  last: '2024',
  points: 65,
};
const exampleDue = { next_due: '2026-07-29', late_from: '2026-10-27' };

const exampleDataset: Dataset = {
  slug: 'inflation-australia',
  title: 'Inflation in Australia',
  description: 'How much consumer prices rose on average over the year before.',
  source: 'World Bank, World Development Indicators, FP.CPI.TOTL.ZG',
  source_terms: 'CC BY 4.0 (World Bank)',
  unit: 'per cent a year',
  frequency: 'annual',
  ...exampleVintage,
  ...exampleDue,
};

export const listDatasets = route('listDatasets', {
  summary: 'List the datasets',
  responses: {
    200: listOf(Dataset, exampleDataset, 'All datasets.'),
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
    to: RangeEnd.meta({ description: 'A period counts as a whole: `2023` reaches to the end of that year.' }),
    format: z.enum(['json', 'csv'], 'Must be json or csv.').exactOptional(),
    as_of: z.iso
      .date('Must be a day, such as 2026-03-01.')
      .exactOptional()
      .meta({ description: 'Reads the figures that were known at the end of this day (UTC).' }),
    vintage: VintageName.exactOptional(),
    cite: z
      .enum(['true', 'false'], 'Must be true or false.')
      .exactOptional()
      .meta({ description: 'With `true` the CSV ends with the citation and the terms, each after a `#`.' }),
  })
  .refine(({ as_of, vintage }) => as_of === undefined || vintage === undefined, {
    path: ['as_of'],
    error: datasetMessages.vintageOrDay,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= endOf(to), {
    path: ['to'],
    error: 'Must not be before the start.',
  });

/** A text that sorts after every date within the year, month or day. */
const endOf = (date: string) => `${date}~`;

const DatasetPath = z.object({ slug: z.string() });

const examplePermalink = 'http://localhost:3000/data/inflation-australia?vintage=0123456789ab';

export const getDataset = route('getDataset', {
  summary: 'Read a dataset',
  description:
    'The current figures, or those of another vintage. Without figures in the range, the series is empty. May be cached for a day, and with `vintage` for a year.',
  params: DatasetPath,
  query: DatasetQuery,
  responses: {
    200: {
      otherMediaTypes: ['text/csv'],
      ...dataOf(
        z.object({
          ...Dataset.shape,
          retrieved: Day,
          permalink: z.url().meta({ description: 'A page that always shows these figures.' }),
          citation: z.string(),
          series: z.array(DatasetPoint).optional(),
          rows: z.array(TaxYear).optional().meta({ description: 'The rows of a tax table.' }),
        }),
        {
          ...exampleDataset,
          retrieved: '2025-07-01',
          permalink: examplePermalink,
          citation: `${exampleDataset.source}. ${exampleDataset.title}, figures to 2024, retrieved 2025-07-01, vintage 0123456789ab. ${examplePermalink}`,
          series: [{ date: '2024', value: 3.1616 }],
        },
        'The figures as JSON; with `format=csv` the same as CSV.',
      ),
    },
    304: notModified,
  },
});

const Vintage = z
  .object({
    ...vintageShape,
    retrieved: Day,
    origin: z.enum(vintageOrigins).meta({ description: 'The origin of the figures.' }),
    added: z.int().meta({ description: 'The number of points that the previous vintage lacks.' }),
    changed: z.int(),
    removed: z.int(),
  })
  .meta({ id: 'Vintage' });
export type Vintage = z.infer<typeof Vintage>;

export const listVintages = route('listVintages', {
  summary: 'List the vintages of a dataset',
  description:
    'All figures that this installation has served, latest first. The same figures have the same name.',
  params: DatasetPath,
  responses: {
    200: listOf(
      Vintage,
      {
        ...exampleVintage,
        retrieved: '2025-07-01',
        origin: 'built_in',
        added: 65,
        changed: 0,
        removed: 0,
      },
      'All vintages.',
    ),
  },
});

/** A value of a series or, in a tax table, the brackets of a year. */
const RevisedValue = z.union([z.number(), Brackets]);
export type RevisedValue = z.infer<typeof RevisedValue>;
const RevisedPoint = z.object({ date: SourceDate, value: RevisedValue });

const Covered = z.object({ before: SourceDate.nullable(), after: SourceDate });

const Revisions = z.object({
  before: VintageName.nullable(),
  after: VintageName,
  first_covered: Covered,
  last_covered: Covered,
  added: z.array(RevisedPoint),
  changed: z.array(z.object({ date: SourceDate, before: RevisedValue, after: RevisedValue })),
  removed: z.array(RevisedPoint),
});
export type Revisions = z.infer<typeof Revisions>;

export const listRevisions = route('listRevisions', {
  summary: 'Compare two vintages of a dataset',
  description:
    '`after` defaults to the current vintage, and `before` to the vintage before `after`. `before` is null if `after` is the first vintage; then all its points are added. If several vintages have the same name, the latest is used. In a tax table, each date is a tax year, and its value is the brackets of that year.',
  params: DatasetPath,
  query: z.strictObject({ before: VintageName.exactOptional(), after: VintageName.exactOptional() }),
  responses: {
    200: dataOf(
      Revisions,
      {
        before: 'ba9876543210',
        after: '0123456789ab',
        first_covered: { before: '1960', after: '1960' },
        last_covered: { before: '2023', after: '2024' },
        added: [{ date: '2024', value: 3.1616 }],
        changed: [{ date: '2023', before: 5.6, after: 5.597 }],
        removed: [],
      },
      'The points that differ.',
    ),
  },
});

const Refresh = z
  .object({
    slug: z.string(),
    title: z.string(),
    url: z.string(),
    url_by_operator: z.boolean().meta({ description: 'Whether the URL is one of `DATA_URLS`.' }),
    is_running: z
      .boolean()
      .meta({ description: 'Whether an attempt is under way. The state is not final then.' }),
    state: z.enum(refreshStates),
    tried_at: Timestamp.nullable(),
    answered_at: Timestamp.nullable().meta({
      description: 'The last time that the file was accepted or was unchanged.',
    }),
    reason: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    failures: z.int().meta({ description: 'The number of failures in a row.' }),
    next_try_at: Timestamp.nullable().meta({ description: 'Null before the first attempt.' }),
    vintage: VintageName.nullable(),
    last: SourceDate.nullable(),
    ...dueShape,
  })
  .meta({ id: 'Refresh' });
export type Refresh = z.infer<typeof Refresh>;

export const listRefreshes = route('listRefreshes', {
  summary: 'List the refreshes of datasets',
  description:
    'Lists the datasets that have a publisher, each with the result of the last attempt. Without figures, `vintage` and the fields after it are null.',
  responses: {
    200: json(
      z.object({
        is_on: z.boolean().meta({ description: 'Whether the setting `data_refresh` is `on`.' }),
        data: z.array(Refresh),
      }),
      {
        is_on: true,
        data: [
          {
            slug: exampleDataset.slug,
            title: exampleDataset.title,
            url: 'https://api.worldbank.org/v2/country/AUS/indicator/FP.CPI.TOTL.ZG?format=json&per_page=500',
            url_by_operator: false,
            is_running: false,
            state: 'refused',
            tried_at: '2026-01-31T02:03:04.567Z',
            answered_at: '2026-01-30T02:03:04.567Z',
            reason: 'is not CSV but HTML',
            failures: 1,
            next_try_at: '2026-01-31T03:03:04.567Z',
            vintage: exampleVintage.vintage,
            last: exampleVintage.last,
            ...exampleDue,
          },
        ],
      },
      'All refreshes.',
    ),
  },
});

export const refreshDataset = route('refreshDataset', {
  summary: 'Refresh a dataset now',
  description:
    'Requests the file from the publisher in the background, regardless of the time of the next attempt. Returns 404 if the dataset has no publisher, and 409 while the setting `data_refresh` is `off`.',
  params: DatasetPath,
  responses: { 200: message(datasetMessages.refreshQueued, 'The job is queued.') },
  errors: ['conflict'],
});
