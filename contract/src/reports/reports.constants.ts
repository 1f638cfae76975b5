export const reportLimits = {
  intervals: 1_100,
  topRows: 10,
} as const;

export const reportIntervals = ['hour', 'day', 'week', 'month'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

export const reportTimeZones = ['UTC', 'Australia/Sydney'] as const;
export type ReportTimeZone = (typeof reportTimeZones)[number];

export const reportMessages = {
  endsBeforeStart: 'Must not be before the start.',
  tooManyIntervals: `At most ${reportLimits.intervals.toLocaleString('en-AU')} intervals: choose a longer interval or a shorter range.`,
} as const;
