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
  const idRow = rowOf(seriesRow);
  const ids = idRow.cells.slice(1);
  const id = acceptedSeries(Object.keys(series), ids, { where: idRow.where });
  const places = ids.flatMap((one, index) => (one === id ? [index + 1] : []));
  const column = onlyOne(places, `${idRow.where}: the series ${quoted(id)}`, ids);
  const cellOf = ({ cells }: CsvRow) => cells[column] ?? '';
  const placeIn = ({ where }: CsvRow) => `${where}, column ${column + 1}`;
  const unitRow = rowOf('Units');
  requireOneOf(units, cellOf(unitRow), `${placeIn(unitRow)}: the unit`);
  const frequencyRow = rowOf('Frequency');
  const found = cellOf(frequencyRow);
  requireOneOf(frequencies[id] ?? [], found, `${placeIn(frequencyRow)}: the frequency`);
  const publication = rowOf(...publicationRows);
  const published = dayOf(cellOf(publication), placeIn(publication));
  for (const row of [unitRow, frequencyRow, publication]) requireSameColumns(idRow, row);

  const daily = datedValues(rows.slice(start), idRow, column, options);
  const lastDay = daily.at(-1)?.date ?? '';
  if (frequency === 'on change') {
    const isAnnounced = isOneOf(['As announced'], found);
    const last = isAnnounced && published > lastDay ? published : lastDay;
    return { id, published, observations: changesOf(daily), last };
  }
  const isDaily = isOneOf(['Daily'], found);
  if (!isDaily) requireNeighbours(rows.slice(start), column);
  const observations = periodsOf(daily, frequency, isDaily);
  // A table of a month that was published before its last figures has the date of an older one.
  return { id, published: published < lastDay ? null : published, observations, last: null };
}

/** A row that is shifted against the series ids would give a series the facts of another. */
function requireSameColumns({ where: idLine, cells: ids }: CsvRow, { where, cells }: CsvRow): void {
  for (let column = 1; column < Math.max(ids.length, cells.length); column++) {
    const [id, cell] = [ids[column] ?? '', cells[column] ?? ''];
    const name = quoted(cells[0] ?? '');
    check(
      id === '' || cell !== '',
      `${where}, column ${column + 1}: the row ${name} has nothing for ${quoted(id)}`,
    );
    check(
      id !== '' || cell === '',
      `${idLine}, column ${column + 1}: there is no series id, but the row ${name} has ${quoted(cell)}`,
    );
  }
}

/** A quarterly series in a monthly table has a figure in every third row. */
const neighbourRows = 3;

/**
 * Refuses a row that is shifted: a column has a figure that the rows around lack, or lacks one that all of them have, and
 * the figures are those of the next columns. Otherwise another series begins or ends with the row. A figure that is alone
 * in the column that is read is always refused.
 */
function requireNeighbours(rows: readonly CsvRow[], read: number): void {
  const filled = rows.filter(({ cells }) => cells.slice(1).some((cell) => cell !== ''));
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_none, place) => place).slice(1);
  for (const [index, { where, cells }] of filled.entries()) {
    const around = filled
      .slice(Math.max(index - neighbourRows, 0), index + neighbourRows + 1)
      .filter((row) => row.cells !== cells);
    const isAlone = (place: number) => Boolean(cells[place]) && around.every((row) => !row.cells[place]);
    const isMissing = (place: number) => !cells[place] && around.every((row) => row.cells[place]);
    check(
      !isAlone(read),
      `${where}, column ${read + 1}: there is no figure in the rows around ${quoted(cells[read] ?? '')}`,
    );
    const column = places.find((place) => isAlone(place) || isMissing(place));
    const other = (filled[index - 1] ?? filled[index + 1])?.cells;
    if (column === undefined || !other) continue;
    check(
      ![-1, 1].some((offset) => isShifted(cells, other, offset)),
      isAlone(column)
        ? `${where}, column ${column + 1}: there is no figure in the rows around ${quoted(cells[column] ?? '')}`
        : `${where}, column ${column + 1}: there is no figure, but in the rows around, and the others are those of the next columns`,
    );
  }
}

/** A few figures may be close to others by chance. */
const fewestCompared = 5;

/** Whether the figures as a whole are closer to those beside them in the other row than to those in their columns. */
function isShifted(cells: readonly string[], other: readonly string[], offset: number): boolean {
  let [own, beside, compared] = [0, 0, 0];
  for (const [place, cell] of cells.entries()) {
    const [inColumn, inNext] = [other[place], other[place + offset]];
    if (place === 0 || place + offset < 1 || !cell || !inColumn || !inNext) continue;
    own += Math.abs(Number(cell) - Number(inColumn));
    beside += Math.abs(Number(cell) - Number(inNext));
    compared++;
  }
  return compared >= fewestCompared && beside < own;
}

/** The last value of each period. Only a daily table may have several rows for one. */
function periodsOf(values: readonly Observation[], frequency: DatasetFrequency, isDaily: boolean) {
  const lastDay = values.at(-1)?.date;
  // The last period of a daily table may not have ended.
  const openPeriod = isDaily && lastDay ? periodOf(frequency, lastDay) : undefined;
  const byPeriod = new Map<string, Observation>();
  for (const { date, where, value } of values) {
    const period = periodOf(frequency, date);
    check(isDaily || !byPeriod.has(period), `${where}: ${period} is there twice`);
    if (period !== openPeriod) byPeriod.set(period, { where, date: period, value });
  }
  return [...byPeriod.values()];
}

/** The rows with a value, by day. */
function datedValues(
  rows: readonly CsvRow[],
  { cells: ids }: CsvRow,
  column: number,
  { frequency, tomorrow, valueOf }: TableOptions,
): Observation[] {
  const values: Observation[] = [];
  let before = '';
  for (const { where: line, cells } of rows) {
    const text = cells[column] ?? '';
    const foreign = cells.findIndex((cell, index) => index > 0 && cell !== '' && !ids[index]);
    check(
      foreign < 0,
      `${line}, column ${foreign + 1}: ${quoted(cells[foreign] ?? '')} belongs to no series`,
    );
    if (!cells[0] && text === '') continue;
    const dateCell = `${line}, column 1`;
    const date = dayOf(cells[0] ?? '', dateCell);
    check(date !== before, `${dateCell}: ${date} is there twice`);
    check(date > before, `${dateCell}: ${date} is not later than ${before}`);
    before = date;
    if (text === '') continue;
    check(date <= tomorrow, `${dateCell}: ${date} lies in the future`);
    const where = `${line}, column ${column + 1}`;
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
