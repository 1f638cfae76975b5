import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { exportLink } from 'contract/exports.ts';
import { oneOf, requiredOr, storedKind, Timestamp } from 'contract/fields.ts';
import { flagOutcomes, flagReasons } from 'contract/flags/flags.constants.ts';
import { dataOf } from 'contract/responses.ts';
import { file, route } from 'contract/route.ts';

export const reportLimits = {
  intervals: 1_100,
  earliestDate: '1970-01-01',
  latestDate: '2999-12-31',
  topRows: 10,
} as const;

export const reportIntervals = ['hour', 'day', 'week', 'month'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

export const reportTimeZones = ['UTC', 'Australia/Sydney'] as const;
export type ReportTimeZone = (typeof reportTimeZones)[number];

export const reportMessages = {
  endsBeforeStart: 'Must not be before the start.',
  tooManyIntervals: `At most ${formatNumber(reportLimits.intervals)} intervals: choose a longer interval or a shorter range.`,
} as const;

export const ReportDate = z.iso
  .date({ error: requiredOr('Must be a date such as 2026-01-31.'), abort: true })
  .refine(
    (date) => date >= reportLimits.earliestDate && date <= reportLimits.latestDate,
    `Must be from ${reportLimits.earliestDate} to ${reportLimits.latestDate}.`,
  );

export const ReportBody = z
  .strictObject({
    from: ReportDate,
    to: ReportDate.describe('The last day of the range, inclusive.'),
    interval: oneOf(reportIntervals, reportIntervals.join(', ')),
    time_zone: oneOf(reportTimeZones, reportTimeZones.join(', ')),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: reportMessages.endsBeforeStart })
  .meta({ id: 'ReportRequest' });

/** In display order. */
export const reportSeries = {
  registrations: { label: 'Registrations', unit: 'users' },
  sign_ins: { label: 'Sign-ins', unit: 'sign-ins' },
  failed_sign_ins: { label: 'Failed sign-ins', unit: 'tries' },
  active_users: { label: 'Active users', unit: 'users' },
  locked_accounts: { label: 'Locked accounts', unit: 'locks' },
  calculations: { label: 'Saved calculations', unit: 'calculations' },
  quiz_attempts: { label: 'Finished quiz attempts', unit: 'attempts' },
  log_warnings: { label: 'Warnings in the log', unit: 'records' },
  log_errors: { label: 'Errors in the log', unit: 'records' },
} as const;
export type ReportSeriesKey = keyof typeof reportSeries;

export const unitSingulars: Readonly<Record<string, string>> = {
  users: 'user',
  'sign-ins': 'sign-in',
  tries: 'try',
  locks: 'lock',
  calculations: 'calculation',
  attempts: 'attempt',
  records: 'record',
} satisfies Record<(typeof reportSeries)[ReportSeriesKey]['unit'], string>;

export const reportTops = {
  failing_addresses: { label: 'IP addresses with the most failed sign-ins' },
  busiest_users: { label: 'Users with the most sign-ins' },
} as const;
type ReportTopKey = keyof typeof reportTops;

const ReportSeries = z
  .object({
    key: z.enum(Object.keys(reportSeries) as [ReportSeriesKey, ...ReportSeriesKey[]]),
    label: z.string(),
    unit: z.string(),
    total: z.int().describe('For active users, the number of different users in the whole range.'),
    previous_total: z
      .int()
      .nullable()
      .describe('The total of the preceding range of the same length, or null if its data is incomplete.'),
    previous_by_now: z
      .int()
      .nullable()
      .describe(
        'The total of the preceding range up to the same time as now. Null unless the intervals are hours and the range includes now, or if its data is incomplete.',
      ),
    complete_from: Timestamp.nullable().describe(
      'Earlier data may have been removed. Null if there has never been any data.',
    ),
    points: z.array(
      z.object({
        start: Timestamp.describe('The first interval starts at `from`.'),
        value: z.int(),
      }),
    ),
  })
  .meta({ id: 'ReportSeries' });

const ReportTop = z
  .object({
    key: z.enum(Object.keys(reportTops) as [ReportTopKey, ...ReportTopKey[]]),
    label: z.string(),
    rows: z.array(z.object({ name: z.string(), value: z.int() })).max(reportLimits.topRows),
  })
  .meta({ id: 'ReportTop' });

export const ReportedFlag = z.object({
  reason: storedKind(flagReasons),
  outcome: storedKind(flagOutcomes).nullable().describe('Null for open flags.'),
  flags: z.int(),
});

const ReportedFlags = z
  .object({
    rows: z.array(ReportedFlag),
    median_hours: z.number().nullable().describe('From a flag to its answer. Null if none is answered.'),
  })
  .meta({ id: 'ReportedFlags' });

const Report = z
  .object({
    series: z.array(ReportSeries),
    top: z.array(ReportTop),
    flags: ReportedFlags.nullable().describe(
      'The flags of the range that the caller may see, by reason and outcome. Null for API tokens.',
    ),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;

const exampleBody: z.input<typeof ReportBody> = {
  from: '2026-01-01',
  to: '2026-01-31',
  interval: 'day',
  time_zone: 'Australia/Sydney',
};

const reportDescription = `Counts events in intervals that follow the clock changes of the time zone. Weeks begin on Monday. At most ${formatNumber(reportLimits.intervals)} intervals.`;

export const getReport = route('getReport', {
  summary: 'Read a report',
  description: reportDescription,
  body: ReportBody,
  bodyExample: exampleBody,
  response: dataOf(
    Report,
    {
      series: [
        {
          key: 'registrations',
          ...reportSeries.registrations,
          total: 3,
          previous_total: 2,
          previous_by_now: null,
          complete_from: null,
          points: [{ start: '2025-12-31T13:00:00.000Z', value: 3 }],
        },
      ],
      top: [
        {
          key: 'failing_addresses',
          ...reportTops.failing_addresses,
          rows: [{ name: '192.0.2.7', value: 12 }],
        },
      ],
      flags: {
        rows: [
          { reason: 'fraud', outcome: 'suspended', flags: 2 },
          { reason: 'spam', outcome: null, flags: 1 },
        ],
        median_hours: 3.5,
      },
    },
    'The report.',
  ),
});

export const exportReport = route('exportReport', {
  summary: 'Export a report as CSV',
  description: reportDescription,
  body: ReportBody,
  bodyExample: exampleBody,
  response: file(
    'text/csv',
    'A line of column names, then one line for each interval and one column for each series.',
  ),
});

export const linkReportExport = exportLink('linkReportExport', exportReport);
