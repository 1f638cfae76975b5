import { z } from 'zod';
import { datasetMessages, refreshStates } from './datasets.constants.ts';
import {
  DatasetPath,
  dueShape,
  exampleDataset,
  exampleDue,
  exampleVintage,
  SourceDate,
  VintageName,
} from './dataset-record.ts';
import { Timestamp, storedKind } from 'contract/fields.ts';
import { message } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';

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
  responses: {
    200: json(
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
