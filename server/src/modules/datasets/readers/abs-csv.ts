import { count } from 'contract/counts.ts';
import { cellReader, type CsvRow, readRows } from './csv.ts';
import { acceptedSeries, check, quoted, requireOneOf } from './file-fault.ts';
import type { Reader, ValueOf } from './source.ts';

const dataflowPrefix = 'ABS:CPI(';
/** A label follows its code after a colon and a space, in the head and in the rows. */
const withoutLabels = ({ where, cells }: CsvRow): CsvRow => ({
  where,
  cells: cells.map((cell) => cell.replace(/: .*/, '')),
});

const keyColumns = ['MEASURE', 'INDEX', 'TSEST', 'REGION', 'FREQ'] as const;

/** SDMX-CSV of the statistics bureau's data API, with codes, or with codes and labels such as `3: Percentage change`. */
export async function readAbsCsv(text: string, { series, units }: Reader, valueOf: ValueOf) {
  const [head, ...rows] = (await readRows(text)).map(withoutLabels);
  check(head, 'is empty');
  for (const { where, cells } of rows) {
    check(
      cells.length === head.cells.length,
      `${where}: has ${count(cells.length, 'cell')}, where the head has ${head.cells.length}`,
    );
  }
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
      return {
        where,
        date: cellOf(row, 'TIME_PERIOD'),
        value: valueOf(cellOf(row, 'OBS_VALUE'), `${where}, OBS_VALUE`),
      };
    });
  return { id, published: null, observations, last: null };
}
