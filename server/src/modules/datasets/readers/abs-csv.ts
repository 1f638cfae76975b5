import { cellReader, type CsvRow, readRows } from './csv.ts';
import { acceptedSeries, check, quoted, requireOneOf } from './file-fault.ts';
import type { Reader, SourceSeries, ValueOf } from './source.ts';

const dataflowPrefix = 'ABS:CPI(';
const keyColumns = ['MEASURE', 'INDEX', 'TSEST', 'REGION', 'FREQ'] as const;

/** SDMX-CSV of the statistics bureau's data API, with codes. */
export async function readAbsCsv(
  text: string,
  { series, units }: Reader,
  valueOf: ValueOf,
): Promise<SourceSeries> {
  const [head, ...rows] = await readRows(text);
  check(head, 'is empty');
  const dataflow = head.cells.includes('STRUCTURE_ID') ? 'STRUCTURE_ID' : 'DATAFLOW';
  const needed = [...keyColumns, 'TIME_PERIOD', 'OBS_VALUE', 'UNIT_MEASURE', dataflow] as const;
  const cellOf = cellReader(head, needed, ['UNIT_MULT']);
  const keyOf = (row: CsvRow) => keyColumns.map((name) => cellOf(row, name)).join('.');
  const id = acceptedSeries(Object.keys(series), rows.map(keyOf));
  const observations = rows
    .filter((row) => keyOf(row) === id)
    .map((row) => {
      const { where } = row;
      const flow = cellOf(row, dataflow);
      check(
        flow.startsWith(dataflowPrefix),
        `${where}: the dataflow is ${quoted(flow)}, not ${quoted(`${dataflowPrefix}…`)}`,
      );
      requireOneOf(units, cellOf(row, 'UNIT_MEASURE'), `${where}: UNIT_MEASURE`);
      requireOneOf(['0'], cellOf(row, 'UNIT_MULT') || '0', `${where}: UNIT_MULT`);
      return { where, date: cellOf(row, 'TIME_PERIOD'), value: valueOf(cellOf(row, 'OBS_VALUE'), where) };
    });
  return { id, published: null, observations, last: null };
}
