import { Readable } from 'node:stream';
import { dayMs } from 'contract/days.ts';
import {
  ReportedFlag,
  reportLimits,
  reportMessages,
  type Report,
  type ReportBody,
  reportSeries,
  type ReportSeriesKey,
  reportTops,
  reportTimeZones,
} from 'contract/reports/reports.ts';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { csvHeader, csvLine } from '#domain/lists/csv-export.ts';
import type { ExportRequest } from '#domain/lists/list-export.ts';
import { validationFailed } from '#errors.ts';
import { Prisma } from '#generated/prisma/client.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import {
  countActiveByHour,
  countActiveUsers,
  countEvents,
  countFlags,
  countRecords,
  type Range,
  selectBusiestUsers,
  selectFailingIpAddresses,
  selectIntervals,
  lockProgress,
  rollUpActivity,
  rollUpHours,
  setNextProgress,
} from './reports.queries.ts';

export type ReportRequest = z.output<typeof ReportBody>;

/** `busiestIds` are not sent. */
type ReportOfUsers = Report & { busiestIds: string[] };

/** Reads from one snapshot. */
export async function getReport(
  { database }: HasDatabase,
  caller: Caller,
  request: ReportRequest,
): Promise<ReportOfUsers> {
  refuseTooLong(request);
  return database.prisma.$transaction(
    async (tx) => {
      const range = await readRange(tx, request);
      const counts = await countAll(tx, request, range);
      const byNow = await countByNow(tx, request, range);
      const removed = await tx.removedRecords.findUnique({ where: { list: 'log_records' } });
      const series = seriesKeys.map((key) => {
        const completeFrom = logSeries.has(key) ? (removed?.removed_before ?? null) : null;
        return toSeries(key, range, counts[key], completeFrom, byNow && (byNow.get(key) ?? 0));
      });
      const [ipAddresses, users] = [
        await selectFailingIpAddresses(tx, range, reportLimits.topRows),
        await selectBusiestUsers(tx, range, reportLimits.topRows),
      ];
      return {
        series,
        top: [
          { key: 'failing_addresses', ...reportTops.failing_addresses, rows: ipAddresses },
          { key: 'busiest_users', ...reportTops.busiest_users, rows: users },
        ],
        flags: caller.scopes ? null : await readFlags(tx, caller, range),
        busiestIds: users.map(({ user_id }) => user_id),
      };
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
}

async function readFlags(tx: Transaction, { user }: Caller, range: Range): Promise<Report['flags']> {
  const counted = await countFlags(tx, user, range);
  return {
    rows: counted.map(({ reason, outcome, flags }) => ReportedFlag.parse({ reason, outcome, flags })),
    median_hours: counted[0]?.median_hours ?? null,
  };
}

const seriesKeys = Object.keys(reportSeries) as ReportSeriesKey[];
/** Series whose data the retention limits. */
const logSeries: ReadonlySet<ReportSeriesKey> = new Set(['log_warnings', 'log_errors']);

/** The maximum length of an interval in days. */
const longestDays = { hour: 1 / 23, day: 1, week: 7, month: 31 };

/** Prevents the database from computing thousands of years by the hour. */
function refuseTooLong({ from, to, interval }: ReportRequest): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days / longestDays[interval] > 2 * reportLimits.intervals) throw tooManyIntervals();
}

const tooManyIntervals = () => validationFailed({ interval: [reportMessages.tooManyIntervals] });

async function readRange(tx: Transaction, request: ReportRequest): Promise<Range> {
  const moments = (await selectIntervals(tx, request)).map(({ start }) => start);
  const [previousStart, end] = [moments[0], moments.at(-1)];
  if (!previousStart || !end) throw new Error('A range has a start and an end.');
  const { rolled_id } = await tx.reportProgress.findFirstOrThrow();
  const starts = moments.slice(1, -1);
  if (starts.length > reportLimits.intervals) throw tooManyIntervals();
  return { rolledId: String(rolled_id), previousStart, starts, end, timeZone: request.time_zone };
}

/** The totals of the previous range up to the same time as now. Undefined where the range is over or has not begun. */
async function countByNow(tx: Transaction, { interval }: ReportRequest, range: Range) {
  const { previousStart, end } = range;
  const [start = end] = range.starts;
  const now = new Date();
  if (interval !== 'hour' || now < start || now >= end) return undefined;
  const until = new Date(previousStart.getTime() + (now.getTime() - start.getTime()));
  const part = { ...range, starts: [previousStart], end: until };
  const events = await countEvents(tx, part, countedActions);
  const [active] = await countActiveByHour(tx, part);
  return new Map([
    ...events.map(({ key, value }) => [seriesOfAction[key] ?? key, value] as const),
    ...(await countRecords(tx, part)).map(({ key, value }) => [key, value] as const),
    ['active_users', active?.value ?? 0],
  ]);
}

interface Counts {
  /** By the position of the interval from 1. Position 0 is the previous range. */
  values: Map<number, number>;
  /** Set if it is not the sum of the values. */
  total?: number;
}

async function countAll(tx: Transaction, { interval }: ReportRequest, range: Range) {
  const events = await countEvents(tx, range, countedActions);
  const records = await countRecords(tx, range);
  const counts: Partial<Record<ReportSeriesKey, Counts>> = {
    active_users: await countActive(tx, interval, range),
  };
  const eventCounts = events.map((event) => ({ ...event, key: seriesOfAction[event.key] }));
  for (const { key, position, value } of [...eventCounts, ...records]) {
    const seriesKey = seriesKeys.find((existing) => existing === key);
    if (seriesKey) (counts[seriesKey] ??= { values: new Map() }).values.set(position, value);
  }
  return counts;
}

async function countActive(tx: Transaction, interval: ReportRequest['interval'], range: Range) {
  const active = await countActiveUsers(tx, range);
  const total = active.reduce((sum, { first_seen }) => sum + first_seen, 0);
  const before = active.filter(({ position }) => position === 0);
  const counts = interval === 'hour' ? [...before, ...(await countActiveByHour(tx, range))] : active;
  return { values: new Map(counts.map(({ position, value }) => [position, value])), total };
}

function toSeries(
  key: ReportSeriesKey,
  { previousStart, starts }: Range,
  counts: Counts = { values: new Map() },
  completeFrom: Date | null,
  previousByNow: number | undefined,
): Report['series'][number] {
  const points = starts.map((start, index) => ({
    start: start.toISOString(),
    value: counts.values.get(index + 1) ?? 0,
  }));
  const isComplete = completeFrom === null || completeFrom <= previousStart;
  return {
    key,
    ...reportSeries[key],
    total: counts.total ?? points.reduce((sum, { value }) => sum + value, 0),
    previous_total: isComplete ? (counts.values.get(0) ?? 0) : null,
    previous_by_now: isComplete ? (previousByNow ?? null) : null,
    complete_from: completeFrom?.toISOString() ?? null,
    points,
  };
}

/** One line for each point, one column for each series. */
export async function exportReport({ database, ...actor }: ExportRequest, request: ReportRequest) {
  const { series } = await getReport({ database }, actor.caller, request);
  await recordStaffEvent(database.prisma, actor, {
    action: 'exportReport',
    message: `exported the report from ${request.from} to ${request.to}.`,
    details: { ...request },
  });
  const points = series[0]?.points ?? [];
  const lines = [
    csvHeader(['start', ...series.map(({ key }) => key)]),
    ...points.map(({ start }, index) =>
      csvLine([start, ...series.map((column) => column.points[index]?.value ?? 0)]),
    ),
  ];
  return { rows: points.length, csv: Readable.from(lines) };
}

/** The series that each count one action of the audit trail. */
const seriesOfAction: Readonly<Record<string, ReportSeriesKey>> = {
  register: 'registrations',
  login: 'sign_ins',
  login_failed: 'failed_sign_ins',
  account_locked: 'locked_accounts',
};

const countedActions = Object.keys(seriesOfAction);

/** Limits the duration of each transaction. */
const batchEvents = 100_000n;
const transactionMs = 60_000;

/** An idempotent job: adds the new events of the audit trail to the rollup of the reports. */
export async function rollUpReports(deps: HasDatabase): Promise<void> {
  while (await rollUpBatch(deps));
}

/** Resolves to whether there are more events. */
async function rollUpBatch({ database }: HasDatabase): Promise<boolean> {
  return database.prisma.$transaction(
    async (tx) => {
      const [progress] = await lockProgress(tx);
      if (!progress) throw new Error('The reports have no progress.');
      const { rolled_id, next_id, is_certain, is_restored } = progress;
      if (!is_certain && !is_restored) return false;
      const [rolledId, nextId] = [BigInt(rolled_id), BigInt(is_certain ? next_id : rolled_id)];
      const hasMore = nextId > rolledId + batchEvents;
      const upToId = String(hasMore ? rolledId + batchEvents : nextId);
      if (nextId > rolledId) {
        await rollUpHours(tx, rolled_id, upToId, countedActions);
        for (const timeZone of reportTimeZones) await rollUpActivity(tx, rolled_id, upToId, timeZone);
      }
      await tx.reportProgress.updateMany({ data: { rolled_id: BigInt(upToId) } });
      if (!hasMore) await setNextProgress(tx);
      return hasMore;
    },
    { timeout: transactionMs },
  );
}
