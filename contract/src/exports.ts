import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { Id } from './fields.ts';
import { listLimits, totalCountHeader } from './limits.ts';
import type { OperationName } from './operations.ts';
import { file, json, route } from './route.ts';

const ExportLink = z.object({ url: z.string() }).meta({ id: 'ExportLink' });

interface ExportDetails<Body extends z.ZodType> {
  summary: string;
  body: Body;
  bodyExample: unknown;
}

/** The export of a list as CSV. */
export function listExport<const Body extends z.ZodType>(
  operation: OperationName,
  details: ExportDetails<Body>,
  content = 'A line of column names, then one line for each record.',
) {
  return route(operation, {
    ...details,
    description: `Streams at most ${formatNumber(listLimits.exportRows)} rows, as they were when the export began. The \`${totalCountHeader}\` header contains the number of rows.`,
    response: file('text/csv', content),
    errors: ['not_found'],
  });
}

/** A single-use URL lets the browser download the export without an `Authorization` header. */
export function exportLink<Body extends z.ZodType>(operation: OperationName, details: ExportDetails<Body>) {
  return route(operation, {
    summary: `${details.summary}: create a single-use URL`,
    description: `A \`GET\` of the URL sends the same file once, within ${listLimits.exportLinkSeconds} seconds and while the session is valid.`,
    body: details.body,
    bodyExample: details.bodyExample,
    response: json(ExportLink, {
      url: 'https://declassified.example/api/core/exports/01930a4e-7c00-7000-8000-000000000007/jM4…/',
    }),
  });
}

export type ExportLinkRoute = ReturnType<typeof exportLink>;

export const getExport = route('getExport', {
  summary: 'Download an export with its single-use URL',
  description:
    'Returns 404 if the URL has expired or was used before, or if its session may no longer read the export.',
  params: z.object({ id: Id, token: z.string() }),
  query: z.object({
    on: z.iso
      .date('Must be a day, such as 2026-03-01.')
      .exactOptional()
      .describe('The day in the name of the file; by default the current day in UTC.'),
  }),
  response: file('text/csv', 'The export.'),
  errors: ['not_found', 'token_not_valid', 'forbidden', 'password_change_required'],
  headHasNoEffect: true,
});
