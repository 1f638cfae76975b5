import { setImmediate } from 'node:timers/promises';
import { otherSeparators } from 'contract/csv-cells.ts';
import { CsvFault, csvRecords } from 'contract/csv-records.ts';
import { parse } from 'csv-parse/sync';
import { check, FileFault, onlyOne, quoted } from './file-fault.ts';

export interface CsvRow {
  /** For example `line 12`. */
  where: string;
  cells: string[];
}

/** No publisher's file comes near these limits. */
const maxRows = 20_000;
const maxCellsOfRow = 2_000;
const maxCells = 500_000;
const maxRowLength = 200_000;

/** Rows of any length with trimmed cells. Blank rows and rows that contain only commas are omitted. */
export async function readRows(text: string): Promise<CsvRow[]> {
  check(text.endsWith('\n'), 'ends in the middle of a line');
  const rows: CsvRow[] = [];
  let [rowCount, cellCount] = [0, 0];
  const options = { record_delimiter: ['\r\n', '\n'], trim: true, max_record_size: maxRowLength };
  try {
    for (const records of csvRecords(text, parse, options, maxRowLength)) {
      for (const { lastLine, cells } of records) {
        const where = `line ${lastLine}`;
        check(++rowCount <= maxRows, `${where}: has more than ${maxRows} rows`);
        check(cells.length <= maxCellsOfRow, `${where}: has more than ${maxCellsOfRow} cells`);
        if (cells.every((cell) => cell === '')) continue;
        cellCount += cells.length;
        check(cellCount <= maxCells, `${where}: has more than ${maxCells} cells`);
        rows.push({ where, cells });
      }
      // Other requests are served after each part.
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const fault = error.isTooLong
      ? 'the row is too long, or its quotes do not match'
      : 'the quotes do not match';
    throw new FileFault(`line ${error.line}: ${fault}`);
  }
  checkSeparator(rows);
  return rows;
}

/** A file without a comma has one cell in each row. */
function checkSeparator(rows: readonly CsvRow[]): void {
  if (rows.some(({ cells }) => cells.length > 1)) return;
  const [, name] =
    Object.entries(otherSeparators).find(([separator]) =>
      rows.some(({ cells }) => cells[0]?.includes(separator)),
    ) ?? [];
  check(name === undefined, `has its cells separated by ${name}, not by commas`);
}

/** Reads a cell by the name of its column. The cells of an optional column that does not exist are empty. */
export function cellReader<Name extends string>(
  { where, cells: head }: CsvRow,
  needed: readonly Name[],
  optional: readonly Name[] = [],
): (row: CsvRow, name: Name) => string {
  const names = new Set<string>([...needed, ...optional]);
  const others = head.filter((cell) => !names.has(cell));
  const columns = new Map(
    [...needed, ...optional.filter((name) => head.includes(name))].map((name) => {
      const found = head.flatMap((cell, index) => (cell === name ? [index] : []));
      return [name, onlyOne(found, `${where}: the column ${quoted(name)}`, others)];
    }),
  );
  return ({ where: line, cells }, name) => {
    const cell = cells[columns.get(name) ?? -1] ?? '';
    check(cell !== name, `${line}: the head is there twice`);
    return cell;
  };
}
