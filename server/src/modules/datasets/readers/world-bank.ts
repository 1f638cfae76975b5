import { z } from 'zod';
import { columnsOf, readRows } from './csv.ts';
import { parseJson } from './decode.ts';
import { FileFault, namesInstead, quoted } from './file-fault.ts';
import type { Observation, Reader, SourceSeries, ValueOf } from './source.ts';

const country = 'AUS';

/** The JSON of the API, or the wide CSV of a download. */
export const readWorldBank = (text: string, reader: Reader, valueOf: ValueOf): SourceSeries =>
  /^\s*[[{]/.test(text) ? readJson(text, reader, valueOf) : readCsv(text, reader, valueOf);

const Answer = z.tuple([
  z.object({ pages: z.int(), lastupdated: z.string() }),
  z.array(
    z.object({
      indicator: z.object({ id: z.string() }),
      countryiso3code: z.string(),
      date: z.string(),
      value: z.union([z.number(), z.string(), z.null()]),
    }),
  ),
]);

function readJson(text: string, { series }: Reader, valueOf: ValueOf): SourceSeries {
  const parsed = Answer.safeParse(parseJson(text));
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new FileFault(`is not the World Bank’s JSON: ${quoted(path)} is missing or of another type`);
  }
  const [{ pages, lastupdated }, records] = parsed.data;
  if (pages !== 1) throw new FileFault(`has ${pages} pages, not 1`);
  const keyOf = (record: (typeof records)[number]) => `${record.countryiso3code} ${record.indicator.id}`;
  const id = findSeries(series, records.map(keyOf));
  const observations: Observation[] = [];
  for (const [index, record] of records.entries()) {
    const where = `record ${index + 1} (${record.date.slice(0, 10)})`;
    if (keyOf(record) !== `${country} ${id}`) continue;
    observations.push({ where, date: record.date, value: valueOf(String(record.value ?? ''), where) });
  }
  return { id, published: dayOf(lastupdated, 'lastupdated'), observations, last: null };
}

const updated = 'Last Updated Date';
const [countryColumn, indicatorColumn] = ['Country Code', 'Indicator Code'] as const;
const otherColumns = new Set(['Country Name', 'Indicator Name', '']);

function readCsv(text: string, { series }: Reader, valueOf: ValueOf): SourceSeries {
  const rows = readRows(text);
  const start = rows.findIndex(
    ({ cells }) => cells.includes(countryColumn) || cells.includes(indicatorColumn),
  );
  const head = rows[start];
  const columns = head ? columnsOf(head, [countryColumn, indicatorColumn]) : {};
  const [byCountry, byIndicator] = [columns[countryColumn], columns[indicatorColumn]];
  if (!head || byCountry === undefined || byIndicator === undefined) {
    const missing = byCountry === undefined ? countryColumn : indicatorColumn;
    const names = (head ?? rows[0])?.cells ?? [];
    throw new FileFault(`the column ${quoted(missing)} is missing: ${namesInstead(names)}`);
  }
  const updates = rows.slice(0, start).filter(({ cells }) => cells[0] === updated);
  if (updates.length !== 1) {
    throw new FileFault(`the row ${quoted(updated)} is ${updates.length > 1 ? 'there twice' : 'missing'}`);
  }
  const keyed = rows
    .slice(start + 1)
    .map((row) => ({ ...row, key: `${row.cells[byCountry]} ${row.cells[byIndicator]}` }));
  const id = findSeries(
    series,
    keyed.map(({ key }) => key),
  );
  const [row, twice] = keyed.filter(({ key }) => key === `${country} ${id}`);
  if (twice) throw new FileFault(`line ${twice.line}: the series ${quoted(id)} is there twice`);
  const observations = head.cells.flatMap((date, column): Observation[] => {
    if (column === byCountry || column === byIndicator || otherColumns.has(date)) return [];
    const where = `line ${row?.line}, column ${quoted(date)}`;
    return [{ where, date, value: valueOf(row?.cells[column] ?? '', where) }];
  });
  return { id, published: dayOf(updates[0]?.cells[1] ?? '', updated), observations, last: null };
}

function findSeries(series: Reader['series'], found: readonly string[]): string {
  const accepted = Object.keys(series);
  const id = accepted.find((one) => found.includes(`${country} ${one}`));
  if (id !== undefined) return id;
  const wanted = accepted.map((one) => quoted(`${country} ${one}`)).join(' or ');
  throw new FileFault(`the series ${wanted} is missing: ${namesInstead(found)}`);
}

function dayOf(text: string, where: string): string {
  if (!z.iso.date().safeParse(text).success) throw new FileFault(`${where}: ${quoted(text)} is not a date`);
  return text;
}
