import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input, ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';

export type ReportRequest = Input<'getReport'>['body'];
export type Report = ResponseOf<'getReport'>['data'];
export type Series = Report['series'][number];

export function report(request: ReportRequest) {
  return queryOptions({
    queryKey: ['getReport', request],
    queryFn: async ({ signal }) => (await call('getReport', { body: request, signal })).data,
    // The previous report stays while the next one loads.
    placeholderData: keepPreviousData,
  });
}
