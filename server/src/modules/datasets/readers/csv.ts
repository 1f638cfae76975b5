import { CsvError, parse } from 'csv-parse/sync';
import { FileFault, quoted } from './file-fault.ts';

export interface CsvRow {
  line: number;
  cells: string[];
}

/** Rows of any length with trimmed cells. Blank rows and rows that contain only commas are omitted. */
export function readRows(text: string): CsvRow[] {
  if (!text.endsWith('\n')) throw new FileFault('ends in the middle of a line');
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      relax_column_count: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some(Boolean)) rows.push({ line: lines, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault(`line ${Number(error['lines'])}: the quotes do not match`);
  }
}

/** The positions of the columns that exist. */
export function columnsOf<Name extends string>(
  { line, cells }: CsvRow,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  const columns: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const [place, ...others] = cells.flatMap((cell, index) => (cell === name ? [index] : []));
    if (others.length > 0) throw new FileFault(`line ${line}: the column ${quoted(name)} is there twice`);
    if (place !== undefined) columns[name] = place;
  }
  return columns;
}
