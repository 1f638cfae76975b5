import { CsvError, parse } from 'csv-parse/sync';
import { check, FileFault, onlyOne, quoted } from './file-fault.ts';

export interface CsvRow {
  /** For example `line 12`. */
  where: string;
  cells: string[];
}

/** Rows of any length with trimmed cells. Blank rows and rows that contain only commas are omitted. */
export function readRows(text: string): CsvRow[] {
  check(text.endsWith('\n'), 'ends in the middle of a line');
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      // A file may have both. By default the first line end counts, and other lines would be joined.
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      trim: true,
      skip_records_with_empty_values: true,
      on_record: (cells: string[], { lines }) => void rows.push({ where: `line ${lines}`, cells }),
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault(`line ${Number(error['lines'])}: the quotes do not match`);
  }
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
