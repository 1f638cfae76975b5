import {
  type ReportInterval,
  reportIntervals,
  reportLimits,
  type ReportTimeZone,
  reportTimeZones,
} from 'contract/reports/reports.ts';
import { dayIn } from 'contract/day-in.ts';
import { dayMs, isDay, utcDay } from 'contract/days.ts';
import { readDates } from '#parts/format/calendar-dates.ts';
import type { ReportRequest } from './reports.queries.ts';

const defaultDays = 30;

const daysBefore = (date: string, days: number): string => utcDay(new Date(Date.parse(date) - days * dayMs));

/** Sydney for users in Australia. */
const ownTimeZone = (): ReportTimeZone =>
  Intl.DateTimeFormat().resolvedOptions().timeZone.startsWith('Australia/') ? 'Australia/Sydney' : 'UTC';

const intervalOf = (name: string | null): ReportInterval =>
  reportIntervals.find((interval) => interval === name) ?? 'day';

const timeZoneOf = (name: string | null): ReportTimeZone =>
  reportTimeZones.find((zone) => zone === name) ?? ownTimeZone();

/** The range in the URL; by default the last 30 days. Dates that are none are in `unrecognized` as `name=value`. */
export function readRange(search: URLSearchParams) {
  const time_zone = timeZoneOf(search.get('time_zone'));
  const interval = intervalOf(search.get('interval'));
  const { dates, unrecognized } = readDates(search, { from: isReportDate, to: isReportDate });
  const { to = dayIn(time_zone, new Date()), from = daysBefore(to, defaultDays - 1) } = dates;
  return { request: { from, to, interval, time_zone }, unrecognized };
}

const isReportDate = (text: string) =>
  isDay(text) && text >= reportLimits.earliestDate && text <= reportLimits.latestDate;

/** The start of an interval for axis and table. */
export function startTexts(
  starts: readonly string[],
  interval: ReportInterval,
  timeZone: ReportTimeZone,
): string[] {
  const format = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    ...(interval === 'month' ? {} : { day: 'numeric' }),
    month: 'short',
    year: 'numeric',
    ...(interval === 'hour' && { hour: '2-digit', minute: '2-digit', hour12: false, timeZoneName: 'short' }),
  });
  return starts.map((start) => format.format(new Date(start)));
}

/** The day before the only day of a request. */
export function dayBefore(request: ReportRequest): ReportRequest {
  const day = daysBefore(request.from, 1);
  return { ...request, from: day, to: day };
}

/** Uses UTC, like all times in the staff area. */
export function todayByHour(): ReportRequest {
  const day = utcDay(new Date());
  return { from: day, to: day, interval: 'hour', time_zone: 'UTC' };
}
