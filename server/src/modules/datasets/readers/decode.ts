import { decodeText } from 'contract/text-encoding.ts';
import { check, FileFault } from './file-fault.ts';

export const sourceMaxBytes = 8 * 1024 * 1024;

/** The text of a file in UTF-8 or, if that fails, in Windows-1252. */
export function decodeSource(bytes: Buffer): string {
  check(bytes.length <= sourceMaxBytes, 'is larger than 8 MiB');
  check(bytes.length > 0, 'is empty');
  const { encoding, text } = decodeText(bytes);
  check(encoding === 'UTF-8' || encoding === 'Windows-1252', `is in ${encoding}, not in UTF-8`);
  return text;
}

/** A spreadsheet is a ZIP or, before 2007, a compound file. */
const otherForms: [RegExp, string][] = [
  [/^(PK|ÐÏ)\p{Cc}/u, 'a spreadsheet'],
  [/^\s*(?=<)[^]{0,1000}?<(!doctype )?html/i, 'HTML'],
  [/^\s*</, 'XML'],
  [/^\s*[[{]/, 'JSON'],
];

/** The form of a file shows at its beginning. Searching 8 MiB of blanks would block other requests. */
const beginning = 4_096;

/** The form of a file that is not CSV. */
export function otherForm(text: string): string | undefined {
  const start = text.slice(0, beginning);
  return otherForms.find(([pattern]) => pattern.test(start))?.[1];
}

/** JSON is parsed at once, so it is limited more than CSV. */
const jsonMaxLength = 1024 * 1024;

export function parseJson(text: string): unknown {
  check(text.length <= jsonMaxLength, 'is JSON of more than 1 MiB');
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new FileFault('is JSON that ends too early or is damaged');
  }
}
