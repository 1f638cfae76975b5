import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { getReport } from 'contract/reports.ts';
import type { RouteInput } from 'contract/route.ts';
import type { ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';

export type ReportRequest = RouteInput<typeof getReport>['body'];
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
