import { z } from 'zod';
import { Id } from './fields.ts';
import { listLimits, totalCountHeader } from './limits.ts';
import type { OperationName } from './operations.ts';
import { file, json, route } from './route.ts';

const ExportLink = z.object({ url: z.string() }).meta({ id: 'ExportLink' });

interface Exported<Body extends z.ZodType> {
  summary: string;
  body: Body;
  bodyExample: unknown;
}

/** A list as CSV. */
export function listExport<const Body extends z.ZodType>(
  operation: OperationName,
  exported: Exported<Body>,
  content = 'A line of column names, then one line a record.',
) {
  return route(operation, {
    ...exported,
    description: `At most ${listLimits.exportRows.toLocaleString('en-AU')} rows, as they were when it began, streamed. The \`${totalCountHeader}\` header has their number.`,
    responses: { 200: file('text/csv', content) },
    errors: ['not_found'],
  });
}

/** A one-time address lets the browser download the export by itself. */
export function exportLink<Body extends z.ZodType>(operation: OperationName, exported: Exported<Body>) {
  return route(operation, {
    summary: `${exported.summary}: a one-time address`,
    description: `A \`GET\` of the address sends the same file, once, within ${listLimits.exportLinkSeconds} seconds and while the session lives.`,
    body: exported.body,
    bodyExample: exported.bodyExample,
    responses: {
      200: json(ExportLink, {
        url: 'https://declassified.example/api/core/exports/01930a4e-7c00-7000-8000-000000000007/jM4…/',
      }),
    },
  });
}

export type ExportLinkRoute = ReturnType<typeof exportLink>;

export const getExport = route('getExport', {
  summary: 'Download an export by its one-time address',
  description:
    'What an expired or used address names is not there; nor is what its session may not have any more.',
  params: z.object({ id: Id, token: z.string() }),
  responses: { 200: file('text/csv', 'The export.') },
  errors: ['not_found', 'token_not_valid', 'forbidden', 'password_change_required'],
  headHasNoEffect: true,
});
