/** Reads the rows of a CSV file on the device. */
import { linesOf } from 'contract/csv-cells.ts';
import type { Slices } from 'engine/slices.ts';
import { UserError } from '#api/api-error.ts';

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  number: number;
  cells: readonly string[];
}

/** Loaded with the first file. */
export const loadCsvParser = async () => (await import('csv-parse/browser/esm/sync')).parse;

type CsvParser = Awaited<ReturnType<typeof loadCsvParser>>;

/** The number of characters that a slow phone parses within a few milliseconds. */
const blockLength = 1_500;

/** Pauses after each block of rows. Throws a `UserError`. */
export function* csvRows(text: string, parse: CsvParser): Slices<CsvRow[]> {
  const rows: CsvRow[] = [];
  const delimiter = delimiterOf(text);
  let number = 1;
  for (const block of blocksOf(text.replace(/^\uFEFF/, ''))) {
    for (const cells of parseBlock(parse, block, delimiter, number)) {
      rows.push({ number, cells });
      number += linesOf(cells);
    }
    yield;
  }
  return rows;
}

function parseBlock(parse: CsvParser, block: string, delimiter: string, number: number): string[][] {
  try {
    return parse(block, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (cause) {
    throw new UserError(
      `This file cannot be read as CSV. The quotes of row ${number} or later do not match.`,
      {
        cause,
      },
    );
  }
}

/** A comma, or where the first line has none, a semicolon or a tab. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r\n|\r|\n/, 1);
  return [',', ';', '\t'].find((each) => line.includes(each)) ?? ',';
}

/** Parts of the text that end with a line, outside of quotes. */
function* blocksOf(text: string): Generator<string, void, undefined> {
  let start = 0;
  let end = 0;
  let quotes = 0;
  while (end < text.length) {
    const from = end;
    const lineEnd = text.slice(Math.max(end, start + blockLength)).search(/\r\n|\r(?!\n)|\n/);
    end = lineEnd < 0 ? text.length : Math.max(end, start + blockLength) + lineEnd;
    while (text[end] === '\r' || text[end] === '\n') end++;
    quotes += text.slice(from, end).split('"').length - 1;
    if (quotes % 2 === 1 && end < text.length) continue;
    yield text.slice(start, end);
    start = end;
    quotes = 0;
  }
}
