import { dayMs } from 'contract/days.ts';
import { dayIn } from 'contract/day-in.ts';
import { addDays, nextPeriod, periodDays } from 'contract/datasets/dataset-dates.ts';
import { datasetLimits } from 'contract/datasets/datasets.constants.ts';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { count } from 'contract/counts.ts';
import { type DatasetAbout, dateForms, type Figures } from '../dataset-content.ts';
import { comparePoints } from '../revisions.ts';
import { readAbsCsv } from './abs-csv.ts';
import { decodeSource, otherForm } from './decode.ts';
import { check, quoted } from './file-fault.ts';
import { readRbaTable } from './rba-table.ts';
import type { Observation, Reader, SourceSeries, ValueOf } from './source.ts';
import { readWorldBank } from './world-bank.ts';

export interface SourceOptions {
  current: Figures | null;
  /** A refreshed file is not reviewed by a person, so it must agree more closely with the current figures. */
  isRefresh: boolean;
  now: Date;
}

export type AboutWithReader = DatasetAbout & { reader: Reader };

/** The figures of a publisher's file. Throws a `FileFault`. */
export async function readSource(
  about: AboutWithReader,
  bytes: Buffer,
  { current, isRefresh, now }: SourceOptions,
): Promise<{ figures: Figures; published: string | null }> {
  const tomorrow = addDays(sydneyDay(now), 1);
  const source = await parseSource(about, decodeSource(bytes), tomorrow);
  const { id, published } = source;
  // The coverage may end with the publication date.
  check(!published || published <= tomorrow, `the publication date ${published} lies in the future`);
  check(
    source.observations.length <= datasetLimits.maxPoints,
    `the series ${quoted(id)} has more than ${datasetLimits.maxPoints} figures`,
  );
  const points = checkedPoints(about, source.observations, tomorrow);
  const [first, last] = [points[0], points.at(-1)];
  check(first && last, `the series ${quoted(id)} has no figures`);
  const earliest = about.reader.series[id] ?? '';
  check(first.date <= earliest, `${earliest} is missing: the file begins at ${first.date}`);
  const joined = joinEarlier(about, current, points);
  const figures: Figures = {
    first: joined[0]?.date ?? first.date,
    last: source.last ?? last.date,
    series: joined.map(({ date, value }) => ({ date, value })),
    rows: null,
  };
  if (current) checkRevisions(about, current, figures, isRefresh ? tomorrow : undefined);
  checkSteps(about, current, joined);
  return { figures, published };
}

function parseSource(about: AboutWithReader, text: string, tomorrow: string): Promise<SourceSeries> {
  const { reader, frequency } = about;
  const format = formatOf(reader, text);
  const valueOf: ValueOf = (cell, where) => readValue(about, cell, where);
  const form = otherForm(text);
  const isTaken = form === undefined || (form === 'JSON' && format === 'world-bank');
  check(isTaken, `is not CSV but ${form}${format === 'abs-csv' ? ': ask for format=csv' : ''}`);
  if (format === 'world-bank') return readWorldBank(text, reader, valueOf);
  if (format === 'abs-csv') return readAbsCsv(text, reader, valueOf);
  return readRbaTable(text, reader, { frequency, tomorrow, valueOf });
}

const formatOf = ({ formats }: Reader, text: string): Reader['formats'][number] | undefined =>
  formats.includes('rba-table') && /^"?Series ID"?,/m.test(text) ? 'rba-table' : formats[0];

const numberForm = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function readValue({ decimals, values }: DatasetAbout, cell: string, where: string): number | null {
  if (cell === '') return null;
  check(numberForm.test(cell), `${where}: ${quoted(cell)} is not a number`);
  const rounded = decimals === undefined ? Number(cell) : roundHalfUp(cell, decimals);
  const [lowest, highest] = values ?? [-Infinity, Infinity];
  const isInRange = rounded >= lowest && rounded <= highest;
  check(isInRange, `${where}: ${quoted(cell)} is not from ${lowest} to ${highest}`);
  return rounded;
}

/** Moves the point in the text, because multiplying 1.005 by 100 would give less than 100.5. Adding 0 turns -0 into 0. */
function roundHalfUp(text: string, decimals: number): number {
  const [digits, exponent = 0] = text.toLowerCase().split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + decimals}`)) / 10 ** decimals + 0;
}

/** The publishers' current day, up to 11 hours ahead of UTC. */
const sydneyDay = (time: Date) => dayIn('Australia/Sydney', time);

interface PlacedPoint extends DatasetPoint {
  where: string;
}

/** The observations with a value, by date, without a gap. */
function checkedPoints({ frequency }: DatasetAbout, observations: readonly Observation[], tomorrow: string) {
  for (const { date, where } of observations) {
    check(dateForms[frequency].test(date), `${where}: ${quoted(date)} is not a date of this dataset`);
  }
  const sorted = observations.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const points: PlacedPoint[] = [];
  for (const [index, { date, where, value }] of sorted.entries()) {
    check(date !== sorted[index - 1]?.date, `${where}: ${date} is there twice`);
    if (value === null) continue;
    check(periodDays(frequency, date)[1] <= tomorrow, `${where}: ${date} lies in the future`);
    const before = points.at(-1)?.date;
    const expected = before === undefined ? null : nextPeriod(frequency, before);
    check(expected === null || date === expected, `${where}: ${expected} is missing`);
    points.push({ where, date, value });
  }
  return points;
}

/** If the file begins after the dataset, the earlier points remain, and both must agree where they meet. */
function joinEarlier({ frequency }: DatasetAbout, current: Figures | null, points: readonly PlacedPoint[]) {
  const [first] = points;
  if (!current?.series || !first || first.date <= current.first) return points;
  const isOnChange = frequency === 'on change';
  const inForce = current.series.findLast(({ date }) =>
    isOnChange ? date <= first.date : date === first.date,
  );
  check(
    inForce?.value === first.value,
    `begins at ${first.date} with ${first.value}, where the current figures have ${inForce?.value ?? 'none'}`,
  );
  const earlier = current.series.filter(({ date }) => date < first.date);
  const isNoChange = isOnChange && inForce?.date !== first.date;
  return [...earlier.map((point) => ({ ...point, where: '' })), ...(isNoChange ? points.slice(1) : points)];
}

/**
 * No file may end earlier, and a refresh must not take back a change of the rate or change most points. Other points
 * cannot be missing, because periods have no gap.
 */
function checkRevisions(
  { frequency }: DatasetAbout,
  current: Figures,
  figures: Figures,
  refreshDay: string | undefined,
): void {
  const { added, changed, removed } = comparePoints(current, figures);
  const missing = removed[0]?.date;
  check(
    figures.last >= current.last,
    `${missing ?? current.last} is missing: the file ends at ${figures.last}, before ${current.last}`,
  );
  if (refreshDay === undefined) return;
  const byHand = 'import it by hand if it is right';
  check(missing === undefined, `${missing} is missing: ${byHand}`);
  const points = current.series?.length ?? 0;
  const isMostly = changed.length > points / 2;
  check(!isMostly, `${changed.length} of ${points} earlier figures are changed: ${byHand}`);
  const later = added.filter(({ date }) => date > current.last);
  // A period between others was a gap, which the publisher's file fills.
  const isUnexpected = ({ date }: { date: string }) => frequency === 'on change' || date < current.first;
  const earlier = added.filter((point) => point.date <= current.last && isUnexpected(point)).length;
  check(earlier === 0, `${count(earlier, 'figure')} up to ${current.last} were added: ${byHand}`);
  const most = mostAdded(frequency, current.last, refreshDay);
  check(later.length <= most, `${later.length} figures after ${current.last} were added: ${byHand}`);
}

/** A decision on a rate follows another at the earliest after this time, with a few more in a crisis. */
const decisionDays = 28;
const moreDecisions = 3;

/**
 * How many figures may be added in the time since the last one. Periods have no gap and none lies in the future, so only
 * the number of changes needs a limit.
 */
function mostAdded(frequency: DatasetAbout['frequency'], last: string, day: string): number {
  if (frequency !== 'on change') return Infinity;
  const days = (Date.parse(day) - Date.parse(last)) / dayMs;
  return Math.ceil(Math.max(days, 0) / decisionDays) + moreDecisions;
}

/** A sum of floating-point errors is not a jump. */
const stepTolerance = 1e-9;

function checkSteps(
  { step = Infinity }: DatasetAbout,
  current: Figures | null,
  points: readonly PlacedPoint[],
): void {
  const known = new Map(current?.series?.map(({ date, value }) => [date, value]));
  for (const [index, { where, date, value }] of points.entries()) {
    const before = points[index - 1];
    if (!before || known.get(date) === value) continue;
    const isStep = Math.abs(value - before.value) <= step + stepTolerance;
    check(isStep, `${where}: ${value} is more than ${step} away from ${before.value} of ${before.date}`);
  }
}
