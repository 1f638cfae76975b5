import { addDays, nextPeriod, periodDays } from 'contract/datasets/dataset-dates.ts';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { type DatasetAbout, dateForms, type Figures } from '../dataset-content.ts';
import { comparePoints } from '../revisions.ts';
import { readAbsCsv } from './abs-csv.ts';
import { decodeSource } from './decode.ts';
import { FileFault, quoted } from './file-fault.ts';
import { readRbaTable } from './rba-table.ts';
import type { Observation, Reader, SourceSeries } from './source.ts';
import { readWorldBank } from './world-bank.ts';

export interface SourceOptions {
  current: Figures | null;
  /** A refreshed file is not reviewed by a person, so it must agree more closely with the current figures. */
  isRefresh: boolean;
  now: Date;
}

/** The figures of a publisher's file. Throws a `FileFault`. */
export function readSource(
  about: DatasetAbout & { reader: Reader },
  bytes: Buffer,
  options: SourceOptions,
): { figures: Figures; published: string | null } {
  const { reader } = about;
  const tomorrow = addDays(sydneyDay(options.now), 1);
  const source = parseSource(about, decodeSource(bytes), tomorrow);
  const observations = checkedPoints(about, source.observations, tomorrow);
  // The coverage may end with the publication date.
  if (source.published !== null && source.published > tomorrow) {
    throw new FileFault(`the publication date ${source.published} lies in the future`);
  }
  const [first, last] = [observations[0], observations.at(-1)];
  if (!first || !last) throw new FileFault(`the series ${quoted(source.id)} has no figures`);
  const earliest = reader.series[source.id] ?? '';
  if (first.date > earliest) throw new FileFault(`${earliest} is missing: the file begins at ${first.date}`);
  const series = joinEarlier(about, options.current, observations);
  const figures: Figures = {
    first: series[0]?.date ?? '',
    last: source.last ?? last.date,
    series,
    rows: null,
  };
  if (options.current) checkRevisions(about, options.current, figures, options.isRefresh);
  checkSteps(about, options.current, series, new Map(observations.map(({ date, where }) => [date, where])));
  return { figures, published: source.published };
}

function parseSource(about: DatasetAbout & { reader: Reader }, text: string, tomorrow: string): SourceSeries {
  const { reader, frequency } = about;
  const valueOf = (cell: string, where: string) => readValue(about, cell, where);
  if (reader.format === 'world-bank') return readWorldBank(text, reader, valueOf);
  const hint = reader.format === 'abs-csv' ? ': ask for format=csv' : '';
  if (/^\s*[[{]/.test(text)) throw new FileFault(`is not CSV but JSON${hint}`);
  return reader.format === 'abs-csv'
    ? readAbsCsv(text, reader, valueOf)
    : readRbaTable(text, reader, { frequency, tomorrow, valueOf });
}

const numberForm = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function readValue({ decimals, values }: DatasetAbout, cell: string, where: string): number | null {
  if (cell === '') return null;
  const value = Number(cell);
  if (!numberForm.test(cell) || !Number.isFinite(value))
    throw new FileFault(`${where}: ${quoted(cell)} is not a number`);
  const [lowest, highest] = values ?? [-Infinity, Infinity];
  const rounded = decimals === undefined ? value : roundHalfUp(value, decimals);
  if (rounded < lowest || rounded > highest) {
    throw new FileFault(`${where}: ${quoted(cell)} is not from ${lowest} to ${highest}`);
  }
  return rounded;
}

/** 15 digits remove the noise of the multiplication, for example of 1.005 by 100. */
const roundHalfUp = (value: number, decimals: number): number =>
  Math.round(Number((value * 10 ** decimals).toPrecision(15))) / 10 ** decimals;

/** The publishers' current day, up to 11 hours ahead of UTC. */
const sydneyDay = (time: Date) => time.toLocaleDateString('en-CA', { timeZone: 'Australia/Sydney' });

interface PlacedPoint extends DatasetPoint {
  where: string;
}

/** The observations with a value, by date, without a gap. */
function checkedPoints(
  { frequency }: DatasetAbout,
  observations: readonly Observation[],
  tomorrow: string,
): PlacedPoint[] {
  const odd = observations.find(({ date }) => !dateForms[frequency].test(date));
  if (odd) throw new FileFault(`${odd.where}: ${quoted(odd.date)} is not a date of this dataset`);
  const sorted = observations.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const points: PlacedPoint[] = [];
  for (const [index, { date, where, value }] of sorted.entries()) {
    if (date === sorted[index - 1]?.date) throw new FileFault(`${where}: ${date} is there twice`);
    if (value === null) continue;
    if (periodDays(frequency, date)[1] > tomorrow)
      throw new FileFault(`${where}: ${date} lies in the future`);
    const before = points.at(-1)?.date;
    const expected = before === undefined ? null : nextPeriod(frequency, before);
    if (expected !== null && date !== expected) throw new FileFault(`${where}: ${expected} is missing`);
    points.push({ where, date, value });
  }
  return points;
}

/** If the file begins after the dataset, the earlier points remain, and both must agree where they meet. */
function joinEarlier(
  { frequency }: DatasetAbout,
  current: Figures | null,
  placed: readonly PlacedPoint[],
): DatasetPoint[] {
  const points = placed.map(({ date, value }) => ({ date, value }));
  const [first] = points;
  if (!current?.series || !first || first.date <= current.first) return points;
  const inForce = current.series.findLast(({ date }) =>
    frequency === 'on change' ? date <= first.date : date === first.date,
  );
  if (inForce?.value !== first.value) {
    throw new FileFault(
      `begins at ${first.date} with ${first.value}, where the current figures have ${inForce?.value ?? 'none'}`,
    );
  }
  const earlier = current.series.filter(({ date }) => date < first.date);
  const isChange = frequency !== 'on change' || inForce.date === first.date;
  return [...earlier, ...(isChange ? points : points.slice(1))];
}

function checkRevisions(
  { frequency }: DatasetAbout,
  current: Figures,
  figures: Figures,
  isRefresh: boolean,
): void {
  const { changed, removed } = comparePoints(current, figures);
  const [missing] = removed;
  if (figures.last < current.last) {
    const next = missing?.date ?? current.last;
    throw new FileFault(`${next} is missing: the file ends at ${figures.last}, before ${current.last}`);
  }
  const isChanges = frequency === 'on change';
  if (missing && (!isChanges || figures.first > current.first))
    throw new FileFault(`${missing.date} is missing`);
  const byHand = 'import it by hand if it is right';
  if (!isRefresh) return;
  if (missing) throw new FileFault(`${missing.date} is missing: ${byHand}`);
  const points = current.series?.length ?? 0;
  if (changed.length > points / 2) {
    throw new FileFault(`${changed.length} of ${points} earlier figures are changed: ${byHand}`);
  }
}

/** A sum of floating-point errors is not a jump. */
const stepTolerance = 1e-9;

function checkSteps(
  { step }: DatasetAbout,
  current: Figures | null,
  series: readonly DatasetPoint[],
  places: ReadonlyMap<string, string>,
): void {
  if (step === undefined) return;
  const known = new Map(current?.series?.map(({ date, value }) => [date, value]));
  for (const [index, { date, value }] of series.entries()) {
    const before = series[index - 1];
    if (!before || known.get(date) === value || Math.abs(value - before.value) <= step + stepTolerance)
      continue;
    throw new FileFault(
      `${places.get(date)}: ${value} is more than ${step} away from ${before.value} of ${before.date}`,
    );
  }
}
