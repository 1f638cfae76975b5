import { FileFault } from './file-fault.ts';

export const sourceMaxBytes = 8 * 1024 * 1024;

/** The text of a CSV or JSON file in UTF-8 or, if that fails, in Windows-1252. */
export function decodeSource(bytes: Buffer): string {
  if (bytes.length > sourceMaxBytes) throw new FileFault('is larger than 8 MiB');
  if (bytes.length === 0) throw new FileFault('is empty');
  // A ZIP, and the compound file of older spreadsheets.
  if (/^(504b0304|d0cf11e0)/.test(bytes.toString('hex', 0, 4))) {
    throw new FileFault('is not CSV but a spreadsheet');
  }
  const text = decode(bytes);
  const start = text.slice(0, 1_000).trimStart();
  if (!start.startsWith('<')) return text;
  throw new FileFault(`is not CSV but ${/<(!doctype )?html/i.test(start) ? 'HTML' : 'XML'}`);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new FileFault('is JSON that ends too early or is damaged');
  }
}
