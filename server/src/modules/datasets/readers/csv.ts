import { setImmediate } from 'node:timers/promises';
import { otherSeparators } from 'contract/csv-cells.ts';
import { CsvError, parse } from 'csv-parse';
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
const rowTooLong = 'the row is too long, or its quotes do not match';
/** Parsed in a few milliseconds, after which other requests are served. */
const sliceLength = 4 * 1024;

/** Rows of any length with trimmed cells. Blank rows and rows that contain only commas are omitted. */
export async function readRows(text: string): Promise<CsvRow[]> {
  check(text.endsWith('\n'), 'ends in the middle of a line');
  const rows: CsvRow[] = [];
  let cellCount = 0;
  const parser = parse({
    // A file may have both. By default the first line end counts, and other lines would be joined.
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    trim: true,
    max_record_size: maxRowLength,
    info: true,
  });
  // Without a listener a fault would end the process. The loop below throws it.
  parser.on('error', () => {});
  // The parser counts the characters of cells only, so a line of 8 MiB of commas would have as many cells.
  let lineLength = 0;
  try {
    for (let start = 0; start < text.length; start += sliceLength) {
      const slice = text.slice(start, start + sliceLength);
      const lineEnd = slice.lastIndexOf('\n');
      lineLength = lineEnd < 0 ? lineLength + slice.length : slice.length - lineEnd - 1;
      check(lineLength <= maxRowLength, `line ${parser.info.lines}: ${rowTooLong}`);
      parser.write(slice);
      if (start + sliceLength >= text.length) parser.end();
      // The parser reports a fault after the current slice.
      await setImmediate();
      if (parser.errored) throw parser.errored;
      let record: { record: string[]; info: { lines: number; records: number } } | null;
      while ((record = parser.read()) !== null) {
        const { record: cells, info } = record;
        const where = `line ${info.lines}`;
        check(info.records <= maxRows, `${where}: has more than ${maxRows} rows`);
        check(cells.length <= maxCellsOfRow, `${where}: has more than ${maxCellsOfRow} cells`);
        if (cells.every((cell) => cell === '')) continue;
        cellCount += cells.length;
        check(cellCount <= maxCells, `${where}: has more than ${maxCells} cells`);
        rows.push({ where, cells });
      }
    }
    checkSeparator(rows);
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isTooLong = error.code === 'CSV_MAX_RECORD_SIZE';
    const fault = isTooLong ? rowTooLong : 'the quotes do not match';
    throw new FileFault(`line ${Number(error['lines'])}: ${fault}`);
  } finally {
    parser.destroy();
  }
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
