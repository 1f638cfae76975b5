/** Reads the rows of a CSV file with `parse` of `csv-parse`, which server and client import from different modules. */

interface CsvOptions {
  delimiter?: string;
  record_delimiter: string[];
  relax_quotes?: boolean;
  trim?: boolean;
  /** Of the characters in the cells of a row. */
  max_record_size?: number;
}

export type ParseCsv = (
  text: string,
  options: CsvOptions & { relax_column_count: true; on_record: (cells: string[]) => null },
) => unknown;

export interface CsvRecord {
  /** The lines of the file on which the row begins and ends, from 1. */
  number: number;
  lastLine: number;
  cells: string[];
}

/** The quotes of a row do not match, or it is too long. */
export class CsvFault extends Error {
  /** On which the row begins. */
  row = 1;
  /** Of the row, with the fault. */
  line = 1;
  isTooLong = false;
}

export const anyLineEnd = ['\r\n', '\n', '\r'];
/** A cell may have some. */
const lineBreaks = /\r\n|\r|\n/g;

/** Parsed within milliseconds, after which the caller may pause. A row that is longer is a part of its own. */
const partLength = 4 * 1024;

/**
 * Yields the rows of each part of the text in turn, and throws a `CsvFault` after those before the fault.
 * @param maxRowLength with quotes and separators, which `max_record_size` does not count.
 */
export function* csvRecords(
  text: string,
  parse: ParseCsv,
  options: CsvOptions,
  maxRowLength = Infinity,
): Generator<CsvRecord[], void, undefined> {
  const hasReturns = options.record_delimiter.includes('\r');
  let start = 0;
  let number = 1;
  let length = partLength;
  while (start < text.length) {
    const { end, isTooLong } = partFrom(text, start, length, maxRowLength, hasReturns);
    const first = number;
    const records: CsvRecord[] = [];
    const on_record = (cells: string[]) => {
      const lastLine = number + (cells.join().match(lineBreaks)?.length ?? 0);
      records.push({ number, lastLine, cells });
      number = lastLine + 1;
      return null;
    };
    let fault: Partial<CsvFault> | undefined;
    try {
      parse(text.slice(start, end), { ...options, relax_column_count: true, on_record });
      if (isTooLong) fault = { row: first, line: first, isTooLong };
    } catch (error) {
      const { code, lines = 1 } = error as { code?: string; lines?: number };
      if (code === undefined) throw error;
      const isOpen = code === 'CSV_QUOTE_NOT_CLOSED';
      if (isOpen && !isTooLong && end < text.length && length === partLength) {
        // A stray quote has ended the part within a cell.
        [length, number] = [Infinity, first];
        continue;
      }
      const isLong = code === 'CSV_MAX_RECORD_SIZE' || (isOpen && isTooLong);
      fault = { row: number, line: first + lines - 1, isTooLong: isLong };
    }
    if (!isTooLong) yield records;
    if (fault) throw Object.assign(new CsvFault(), fault);
    start = end;
  }
}

/** A part ends after a line outside of quotes. A row that is too long is a part of its own, and is cut. */
function partFrom(
  text: string,
  start: number,
  length: number,
  maxRowLength: number,
  hasReturns: boolean,
): { end: number; isTooLong: boolean } {
  let isQuoted = false;
  let rowStart = start;
  for (let index = start; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"') isQuoted = !isQuoted;
    const isEnd = letter === '\n' || (hasReturns && letter === '\r' && text[index + 1] !== '\n');
    if (isEnd && !isQuoted) {
      rowStart = index + 1;
      if (rowStart - start >= length) return { end: rowStart, isTooLong: false };
    } else if (index - rowStart > maxRowLength) {
      return rowStart > start ? { end: rowStart, isTooLong: false } : { end: index + 1, isTooLong: true };
    }
  }
  return { end: text.length, isTooLong: false };
}
