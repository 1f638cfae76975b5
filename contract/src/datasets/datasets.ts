import { z } from 'zod';
import { FormBoolean, storedChoice, storedKind, Timestamp } from 'contract/fields.ts';
import { dataOf, listOf, message } from 'contract/responses.ts';
import { json, notModified, route } from 'contract/route.ts';
import { datasetMessages, refreshStates, vintageOrigins } from './datasets.constants.ts';
import {
  Brackets,
  Dataset,
  DatasetPath,
  DatasetPoint,
  Day,
  dueShape,
  exampleDataset,
  exampleDue,
  exampleVintage,
  SourceDate,
  TaxYear,
  VintageName,
  vintageShape,
} from './dataset-record.ts';
import { datasetReadings } from './readings.ts';

export { type Dataset, DatasetMetadata, DatasetPoint, TaxYear } from './dataset-record.ts';

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
    to: RangeEnd.describe('A period counts as a whole: `2023` reaches to the end of that year.'),
    as: z
      .enum(datasetReadings, `Must be one of: ${datasetReadings.join(', ')}.`)
      .exactOptional()
      .describe(
        'The figures themselves (`value`), their change, an index in which the first figure of the range is 100, or amounts in today’s dollars by the quarterly consumer prices (`real`). A reading that makes no sense for the dataset is refused. `unit` is that of the reading.',
      ),
    format: z.enum(['json', 'csv'], 'Must be json or csv.').exactOptional(),
    as_of: z.iso
      .date('Must be a day, such as 2026-03-01.')
      .exactOptional()
      .describe('Reads the figures that were known at the end of this day (UTC).'),
    vintage: VintageName.exactOptional(),
    cite: FormBoolean.exactOptional().describe(
      'With `true` the CSV ends with the citation and the terms, each after a `#`.',
    ),
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
          permalink: z.url().describe('A page that always shows these figures.'),
          citation: z.string(),
          series: z.array(DatasetPoint).optional(),
          rows: z.array(TaxYear).optional().describe('The rows of a tax table.'),
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
    origin: storedChoice(vintageOrigins, 'import').describe('The origin of the figures.'),
    added: z.int().describe('The number of points that the previous vintage lacks.'),
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
  response: listOf(
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
  response: dataOf(
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
});

export const listFollowedDatasets = route('listFollowedDatasets', {
  summary: 'List the datasets that the user follows',
  response: listOf(z.object({ slug: z.string() }), { slug: 'inflation-australia' }, 'All of them, by slug.'),
});

export const followDataset = route('followDataset', {
  summary: 'Follow a dataset',
  description:
    'A new figure then notifies the user, unless the preference `new_figures` is off. May be repeated.',
  params: DatasetPath,
  response: message(datasetMessages.followed, 'The user follows the dataset.'),
});

export const unfollowDataset = route('unfollowDataset', {
  summary: 'Stop following a dataset',
  params: DatasetPath,
  response: message(datasetMessages.unfollowed, 'The user does not follow the dataset.'),
});

const Refresh = z
  .object({
    slug: z.string(),
    title: z.string(),
    url: z.string(),
    url_by_operator: z.boolean().describe('Whether the URL is one of `DATA_URLS`.'),
    is_running: z.boolean().describe('Whether an attempt is under way. The state is not final then.'),
    state: storedKind(refreshStates),
    tried_at: Timestamp.nullable(),
    answered_at: Timestamp.nullable().describe('The last time that the file was accepted or was unchanged.'),
    reason: z.string().nullable().describe('Why the last attempt failed.'),
    failures: z.int().describe('The number of failures in a row.'),
    next_try_at: Timestamp.nullable().describe('Null before the first attempt.'),
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
  response: json(
    z.object({
      is_on: z.boolean().describe('Whether the setting `data_refresh` is `on`.'),
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
});

export const refreshDataset = route('refreshDataset', {
  summary: 'Refresh a dataset now',
  description:
    'Requests the file from the publisher in the background, regardless of the time of the next attempt. Returns 404 if the dataset has no publisher, and 409 while the setting `data_refresh` is `off`.',
  params: DatasetPath,
  response: message(datasetMessages.refreshQueued, 'The job is queued.'),
  errors: ['conflict'],
});
