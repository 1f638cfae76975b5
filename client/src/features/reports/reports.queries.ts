import { keepPreviousData } from '@tanstack/react-query';
import type { Input, ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';

export type ReportRequest = Input<'getReport'>['body'];
export type Report = ResponseOf<'getReport'>['data'];
export type Series = Report['series'][number];

/** Of the intervals to come there are no figures yet, so that a chart ends where they end. */
function pastPoints(points: Series['points']): Series['points'] {
  const now = new Date().toISOString();
  return points.filter(({ start }, index) => index === 0 || start <= now);
}

/** The previous report stays while the next one loads. */
export const report = (request: ReportRequest) => ({
  ...apiQuery('getReport', { body: request }),
  select: ({ data }: ResponseOf<'getReport'>): Report => ({
    ...data,
    series: data.series.map((series) => ({ ...series, points: pastPoints(series.points) })),
  }),
  placeholderData: keepPreviousData,
});
