import { periodOf } from 'contract/datasets/dataset-dates.ts';
import type { DatasetFrequency } from 'contract/datasets/datasets.constants.ts';
import { z } from 'zod';
import { type CsvRow, readRows } from './csv.ts';
import { acceptedSeries, check, isOneOf, onlyOne, quoted, requireOneOf } from './file-fault.ts';
import type { Observation, Reader, SourceSeries, ValueOf } from './source.ts';

const seriesRow = 'Series ID';
const publicationRows = ['Publication date', 'Publish date'] as const;
const headRows = new Set([
  seriesRow,
  'Title',
  'Description',
  'Frequency',
  'Type',
  'Units',
  'Source',
  ...publicationRows,
]);

interface TableOptions {
  /** The frequency of the dataset. */
  frequency: DatasetFrequency;
  tomorrow: string;
  valueOf: ValueOf;
}

/** A statistical table of the Reserve Bank: rows named by their first cell, then dated rows. */
export async function readRbaTable(
  text: string,
  { series, units, frequencies }: Reader,
  options: TableOptions,
): Promise<SourceSeries> {
  const { frequency } = options;
  const rows = await readRows(text);
  const start = rows.findIndex(({ cells }) => cells[0] === seriesRow) + 1;
  const head = start === 0 ? rows : rows.slice(0, start);
  const others = head
    .slice(1)
    .map(({ cells }) => cells[0] ?? '')
    .filter((name) => !headRows.has(name) && !/^\d/.test(name));
  const rowOf = (...names: [string, ...string[]]) =>
    onlyOne(
      head.filter(({ cells }) => names.includes(cells[0] ?? '')),
      `the row ${quoted(names[0])}`,
      others,
    );
  const ids = rowOf(seriesRow).cells.slice(1);
  const id = acceptedSeries(Object.keys(series), ids);
  const places = ids.flatMap((one, index) => (one === id ? [index + 1] : []));
  const column = onlyOne(places, `the series ${quoted(id)}`, ids);
  const cellOf = ({ cells }: CsvRow) => cells[column] ?? '';
  const unitRow = rowOf('Units');
  requireOneOf(units, cellOf(unitRow), `${unitRow.where}: the unit`);
  const frequencyRow = rowOf('Frequency');
  const found = cellOf(frequencyRow);
  requireOneOf(frequencies[id] ?? [], found, `${frequencyRow.where}: the frequency`);
  const publication = rowOf(...publicationRows);
  const published = dayOf(cellOf(publication), publication.where);

  const daily = datedValues(rows.slice(start), column, options);
  const lastDay = daily.at(-1)?.date ?? '';
  if (frequency === 'on change') {
    const isAnnounced = isOneOf(['As announced'], found);
    const last = isAnnounced && published > lastDay ? published : lastDay;
    return { id, published, observations: changesOf(daily), last };
  }
  // The last period of a daily table may not have ended.
  const isDaily = isOneOf(['Daily'], found);
  const openPeriod = isDaily && lastDay ? periodOf(frequency, lastDay) : undefined;
  const byPeriod = new Map<string, Observation>();
  for (const { date, ...rest } of daily) {
    const period = periodOf(frequency, date);
    if (period !== openPeriod) byPeriod.set(period, { date: period, ...rest });
  }
  return { id, published, observations: [...byPeriod.values()], last: null };
}

/** The rows with a value, by day. */
function datedValues(
  rows: readonly CsvRow[],
  column: number,
  { frequency, tomorrow, valueOf }: TableOptions,
): Observation[] {
  const values: Observation[] = [];
  let before = '';
  for (const { where, cells } of rows) {
    const text = cells[column] ?? '';
    if (!cells[0] && text === '') continue;
    const date = dayOf(cells[0] ?? '', where);
    check(date !== before, `${where}: ${date} is there twice`);
    check(date > before, `${where}: ${date} is not later than ${before}`);
    before = date;
    if (text === '') continue;
    check(date <= tomorrow, `${where}: ${date} lies in the future`);
    const [, low, high] = (frequency === 'on change' && /^(\S+) to (\S+)$/.exec(text)) || [text, text, text];
    const middle = ((valueOf(low ?? '', where) ?? 0) + (valueOf(high ?? '', where) ?? 0)) / 2;
    const value = valueOf(String(middle), where);
    values.push({ where, date, value });
  }
  return values;
}

const changesOf = (values: readonly Observation[]) =>
  values.filter(({ value }, index) => value !== values[index - 1]?.value);

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthNumber = (name: string) => String(monthNames.indexOf(name) + 1).padStart(2, '0');

/** `04-Jan-2011` or `30/06/2016` as `2011-01-04`. */
function dayOf(text: string, where: string): string {
  const numeric = text.replace(/-(\w{3})-/, (_match, name: string) => `/${monthNumber(name)}/`);
  const date = numeric.split('/').toReversed().join('-');
  const isDate = /^\d{2}\/\d{2}\/\d{4}$/.test(numeric) && z.iso.date().safeParse(date).success;
  check(isDate, `${where}: ${quoted(text)} is not a date such as 04-Jan-2011`);
  return date;
}
