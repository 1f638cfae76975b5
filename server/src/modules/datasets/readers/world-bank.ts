import { z } from 'zod';
import { cellReader, type CsvRow, readRows } from './csv.ts';
import { otherForm, parseJson } from './decode.ts';
import { acceptedSeries, check, onlyOne, quoted } from './file-fault.ts';
import type { Reader, SourceSeries, ValueOf } from './source.ts';

/** The code of the country, before the code of the indicator. */
const country = 'AUS ';

/** The JSON of the API, or the wide CSV of a download. */
export const readWorldBank = async (text: string, reader: Reader, valueOf: ValueOf): Promise<SourceSeries> =>
  otherForm(text) === 'JSON' ? readJson(text, reader, valueOf) : await readCsv(text, reader, valueOf);

/** Four times as many as the URL asks for. */
const maxRecords = 2_000;

/** The records are not looked at before they are counted. */
const Answer = z.tuple([
  z.object({ pages: z.int(), lastupdated: z.string() }),
  z.custom<unknown[]>((value) => Array.isArray(value)),
]);

const WorldBankRecord = z.object({
  indicator: z.object({ id: z.string() }),
  countryiso3code: z.string(),
  date: z.string(),
  value: z.union([z.number(), z.string(), z.null()]),
});

/** The first fault ends it. `place` is where the value lies in the file. */
function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: readonly PropertyKey[] = [],
): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  const path = [...place, ...(error?.issues[0]?.path ?? [])].join('.');
  const missing = path ? quoted(path) : 'the list of records';
  check(data !== undefined, `is not the World Bank’s JSON: ${missing} is missing or of another type`);
  return data;
}

function readJson(text: string, { series }: Reader, valueOf: ValueOf): SourceSeries {
  const [{ pages, lastupdated }, records] = parseAs(Answer, parseJson(text));
  check(pages === 1, `has ${pages} pages, not 1`);
  check(records.length <= maxRecords, `has ${records.length} records, not at most ${maxRecords}`);
  const keyed = records.map((value, index) => {
    const record = parseAs(WorldBankRecord, value, [1, index]);
    const key = `${record.countryiso3code} ${record.indicator.id}`;
    return { ...record, key, where: `record ${index + 1} (${quoted(record.date).slice(1, -1)})` };
  });
  const keys = keyed.map(({ key }) => key);
  const id = acceptedSeries(Object.keys(series), keys, { prefix: country });
  const observations = keyed
    .filter(({ key }) => key === country + id)
    .map(({ where, date, value }) => ({ where, date, value: valueOf(String(value ?? ''), where) }));
  return { id, published: dayOf(lastupdated, 'lastupdated'), observations, last: null };
}

const updated = 'Last Updated Date';
const [countryColumn, indicatorColumn] = ['Country Code', 'Indicator Code'] as const;
/** The columns without a year. A row of a download ends with a comma. */
const otherColumns = new Set([countryColumn, indicatorColumn, 'Country Name', 'Indicator Name', '']);

async function readCsv(text: string, { series }: Reader, valueOf: ValueOf): Promise<SourceSeries> {
  const rows = await readRows(text);
  const start = rows.findIndex(
    ({ cells }) => cells.includes(countryColumn) || cells.includes(indicatorColumn),
  );
  const head = rows[start] ?? rows[0];
  check(head, 'is empty');
  const cellOf = cellReader(head, [countryColumn, indicatorColumn]);
  const keyOf = (row: CsvRow) => `${cellOf(row, countryColumn)} ${cellOf(row, indicatorColumn)}`;
  const [above, below] = [rows.slice(0, start), rows.slice(start + 1)];
  const update = onlyOne(
    above.filter(({ cells }) => cells[0] === updated),
    `the row ${quoted(updated)}`,
    above.map(({ cells }) => cells[0] ?? ''),
  );
  const keys = below.map(keyOf);
  const id = acceptedSeries(Object.keys(series), keys, { prefix: country });
  const found = below.filter((row) => keyOf(row) === country + id);
  const { where: line, cells } = onlyOne(found, `the series ${quoted(id)}`, keys);
  const observations = head.cells.flatMap((date, column) => {
    if (otherColumns.has(date)) return [];
    const where = `${line}, column ${quoted(date)}`;
    return [{ where, date, value: valueOf(cells[column] ?? '', where) }];
  });
  return { id, published: dayOf(update.cells[1] ?? '', updated), observations, last: null };
}

function dayOf(text: string, where: string): string {
  check(z.iso.date().safeParse(text).success, `${where}: ${quoted(text)} is not a date`);
  return text;
}
