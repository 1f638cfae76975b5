import { periodOf } from 'contract/datasets/dataset-dates.ts';
import type { DatasetFrequency } from 'contract/datasets/datasets.constants.ts';
import { z } from 'zod';
import { type CsvRow, readRows } from './csv.ts';
import { FileFault, namesInstead, quoted } from './file-fault.ts';
import { isOneOf, type Observation, type Reader, type SourceSeries, type ValueOf } from './source.ts';

const seriesRow = 'Series ID';
const publicationRows = ['Publication date', 'Publish date'] as const;
const headRows = new Set([
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
export function readRbaTable(
  text: string,
  { series, units, frequencies }: Reader,
  options: TableOptions,
): SourceSeries {
  const { frequency } = options;
  const rows = readRows(text);
  const start = rows.findIndex(({ cells }) => cells[0] === seriesRow);
  const head = rows.slice(0, start === -1 ? rows.length : start);
  const missing = (name: string) => {
    const names = head.slice(1).map(({ cells }) => cells[0] ?? '');
    const unknown = names.filter((one) => !headRows.has(one) && !dateForm.test(one));
    return new FileFault(`the row ${quoted(name)} is missing: ${namesInstead(unknown)}`);
  };
  if (start === -1) throw missing(seriesRow);
  const ids = rows[start]?.cells ?? [];
  const { id, column } = findSeries(ids, Object.keys(series));
  const cellOf = (...names: [string, ...string[]]) => {
    const [row, ...others] = head.filter(({ cells }) => names.includes(cells[0] ?? ''));
    if (!row) throw missing(names[0]);
    if (others.length > 0) throw new FileFault(`the row ${quoted(names[0])} is there twice`);
    return { line: row.line, text: row.cells[column] ?? '' };
  };
  const unit = cellOf('Units');
  if (!isOneOf(units, unit.text)) throw differs('unit', unit, units);
  const expected = frequencies[id] ?? [];
  const found = cellOf('Frequency');
  if (!isOneOf(expected, found.text)) throw differs('frequency', found, expected);
  const publication = cellOf(...publicationRows);
  const published = dayOf(publication.text, `line ${publication.line}`);

  const daily = datedValues(rows.slice(start + 1), column, options);
  const lastDay = daily.at(-1)?.date ?? '';
  if (frequency === 'on change') {
    const isAnnounced = isOneOf(['As announced'], found.text);
    const last = isAnnounced && published > lastDay ? published : lastDay;
    return { id, published, observations: changesOf(daily), last };
  }
  // The last period of a daily table may not have ended.
  const isDaily = isOneOf(['Daily'], found.text);
  const openPeriod = isDaily && lastDay ? periodOf(frequency, lastDay) : undefined;
  const byPeriod = new Map<string, Observation>();
  for (const { date, ...rest } of daily) {
    const period = periodOf(frequency, date);
    if (period !== openPeriod) byPeriod.set(period, { date: period, ...rest });
  }
  return { id, published, observations: [...byPeriod.values()], last: null };
}

const differs = (what: string, { line, text }: { line: number; text: string }, expected: readonly string[]) =>
  new FileFault(`line ${line}: the ${what} is ${quoted(text)}, not ${expected.map(quoted).join(' or ')}`);

function findSeries(ids: readonly string[], accepted: readonly string[]): { id: string; column: number } {
  const found = ids.flatMap((id, column) => (accepted.includes(id) ? [{ id, column }] : []));
  const [first, ...others] = found;
  if (!first) {
    throw new FileFault(
      `the series ${accepted.map(quoted).join(' or ')} is missing: ${namesInstead(ids.slice(1))}`,
    );
  }
  if (others.length > 0) throw new FileFault(`the series ${quoted(first.id)} is there twice`);
  return first;
}

/** The rows with a value, by day. */
function datedValues(
  rows: readonly CsvRow[],
  column: number,
  { frequency, tomorrow, valueOf }: TableOptions,
): Observation[] {
  const values: Observation[] = [];
  let before = '';
  for (const { line, cells } of rows) {
    const where = `line ${line}`;
    const text = cells[column] ?? '';
    if (!cells[0] && text === '') continue;
    const date = dayOf(cells[0] ?? '', where);
    if (date === before) throw new FileFault(`${where}: ${date} is there twice`);
    if (date < before) throw new FileFault(`${where}: ${date} is not later than ${before}`);
    before = date;
    if (text === '') continue;
    if (date > tomorrow) throw new FileFault(`${where}: ${date} lies in the future`);
    const [, low, high] = (frequency === 'on change' && /^(\S+) to (\S+)$/.exec(text)) || [text, text, text];
    const middle = ((valueOf(low ?? '', where) ?? 0) + (valueOf(high ?? '', where) ?? 0)) / 2;
    const value = valueOf(String(middle), where);
    values.push({ where, date, value });
  }
  return values;
}

const changesOf = (values: readonly Observation[]) =>
  values.filter(({ value }, index) => value !== values[index - 1]?.value);

const dateForm = /^(?:(\d{2})-([A-Z][a-z]{2})-(\d{4})|(\d{2})\/(\d{2})\/(\d{4}))$/;
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `04-Jan-2011` or `30/06/2016` as `2011-01-04`. */
function dayOf(text: string, where: string): string {
  const parts = dateForm.exec(text);
  const [day = '', year = ''] = parts ? [parts[1] ?? parts[4], parts[3] ?? parts[6]] : [];
  const month = parts?.[5] ?? String(monthNames.indexOf(parts?.[2] ?? '') + 1).padStart(2, '0');
  const date = `${year}-${month}-${day}`;
  if (!z.iso.date().safeParse(date).success)
    throw new FileFault(`${where}: ${quoted(text)} is not a date such as 04-Jan-2011`);
  return date;
}
