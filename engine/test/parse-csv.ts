import { parse } from 'csv-parse/sync';

/** As the browser and programs hand it to the reader of account files. */
export const parseCsv = (text: string, delimiter: string): string[][] =>
  parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
