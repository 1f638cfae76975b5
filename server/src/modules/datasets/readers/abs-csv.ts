import { columnsOf, type CsvRow, readRows } from './csv.ts';
import { FileFault, namesInstead, quoted } from './file-fault.ts';
import { isOneOf, type Observation, type Reader, type SourceSeries, type ValueOf } from './source.ts';

const dataflowPrefix = 'ABS:CPI(';
const keyColumns = ['MEASURE', 'INDEX', 'TSEST', 'REGION', 'FREQ'] as const;
const needed = [...keyColumns, 'TIME_PERIOD', 'OBS_VALUE', 'UNIT_MEASURE'] as const;
const optional = ['DATAFLOW', 'STRUCTURE_ID', 'UNIT_MULT'] as const;

/** SDMX-CSV of the statistics bureau's data API, with codes. */
export function readAbsCsv(text: string, { series, units }: Reader, valueOf: ValueOf): SourceSeries {
  const [head, ...rows] = readRows(text);
  if (!head) throw new FileFault('is empty');
  const columns = columnsOf(head, [...needed, ...optional]);
  const missing = needed.find((name) => columns[name] === undefined);
  const dataflow = columns.DATAFLOW ?? columns.STRUCTURE_ID;
  if (missing !== undefined || dataflow === undefined) {
    const others = head.cells.filter((cell) => ![...needed, ...optional].some((name) => name === cell));
    throw new FileFault(
      `line ${head.line}: the column ${quoted(missing ?? 'DATAFLOW')} is missing: ${namesInstead(others)}`,
    );
  }
  const cellOf = ({ cells }: CsvRow, name: (typeof needed | typeof optional)[number]) =>
    cells[columns[name] ?? -1] ?? '';
  const keyOf = (row: CsvRow) => keyColumns.map((name) => cellOf(row, name)).join('.');
  const accepted = Object.keys(series);
  const found = rows.filter((row) => accepted.includes(keyOf(row)));
  const [first] = found;
  if (!first) {
    throw new FileFault(
      `the series ${accepted.map(quoted).join(' or ')} is missing: ${namesInstead(rows.map(keyOf))}`,
    );
  }
  const observations: Observation[] = [];
  for (const row of found) {
    const where = `line ${row.line}`;
    const refuse = (what: string, cell: string, expected: string) =>
      new FileFault(`${where}: ${what} is ${quoted(cell)}, not ${expected}`);
    const flow = row.cells[dataflow] ?? '';
    if (!flow.startsWith(dataflowPrefix)) throw refuse('the dataflow', flow, quoted(`${dataflowPrefix}…`));
    const unit = cellOf(row, 'UNIT_MEASURE');
    if (!isOneOf(units, unit)) throw refuse('UNIT_MEASURE', unit, units.map(quoted).join(' or '));
    const multiplier = cellOf(row, 'UNIT_MULT');
    if (!['', '0'].includes(multiplier)) throw refuse('UNIT_MULT', multiplier, '0');
    const value = valueOf(cellOf(row, 'OBS_VALUE'), where);
    observations.push({ where, date: cellOf(row, 'TIME_PERIOD'), value });
  }
  return { id: keyOf(first), published: null, observations, last: null };
}
