import { keepPreviousData } from '@tanstack/react-query';
import type { Input, ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';

export type ReportRequest = Input<'getReport'>['body'];
export type Report = ResponseOf<'getReport'>['data'];
export type Series = Report['series'][number];

/** The previous report stays while the next one loads. */
export const report = (request: ReportRequest) => ({
  ...apiQuery('getReport', { body: request }),
  select: ({ data }: ResponseOf<'getReport'>) => data,
  placeholderData: keepPreviousData,
});
