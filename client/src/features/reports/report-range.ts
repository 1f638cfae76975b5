import {
  type ReportInterval,
  reportIntervals,
  reportLimits,
  type ReportTimeZone,
  reportTimeZones,
} from 'contract/reports/reports.ts';
import { dayIn } from 'contract/day-in.ts';
import { dayMs, isDay, utcDay } from 'contract/days.ts';
import { readParameters } from '#parts/format/calendar-dates.ts';
import type { ReportRequest } from './reports.queries.ts';

const defaultDays = 30;

const daysBefore = (date: string, days: number): string => utcDay(new Date(Date.parse(date) - days * dayMs));

/** Sydney for users in Australia. */
const ownTimeZone = (): ReportTimeZone =>
  Intl.DateTimeFormat().resolvedOptions().timeZone.startsWith('Australia/') ? 'Australia/Sydney' : 'UTC';

const intervalOf = (name: string | undefined): ReportInterval | undefined =>
  reportIntervals.find((interval) => interval === name);

const timeZoneOf = (name: string | undefined): ReportTimeZone | undefined =>
  reportTimeZones.find((zone) => zone === name);

/** The range in the URL; by default the last 30 days. Invalid values are in `unrecognized` as `name=value`. */
export function readRange(search: URLSearchParams) {
  const { read, unrecognized } = readParameters(search, {
    from: isReportDate,
    to: isReportDate,
    interval: (text) => intervalOf(text) !== undefined,
    time_zone: (text) => timeZoneOf(text) !== undefined,
  });
  const interval = intervalOf(read.interval) ?? 'day';
  const time_zone = timeZoneOf(read.time_zone) ?? ownTimeZone();
  const { to = dayIn(time_zone, new Date()), from = daysBefore(to, defaultDays - 1) } = read;
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
