/** The text of a file on the device. */
import { decodeText } from 'contract/text-encoding.ts';
import { UserError } from '#api/api-error.ts';

/** The first characters of files that people choose instead of a text, and what the file is. */
const otherFiles: readonly (readonly [name: string, starts: readonly string[]])[] = [
  ['a PDF', ['%PDF']],
  ['a picture', ['\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'RIFF']],
  ['a spreadsheet or an archive', ['PK\x03\x04', '\xD0\xCF\x11\xE0']],
];

const notText = 'This file cannot be read as CSV.';

/** Throws a `UserError` that names another kind of file. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 512));
  const other = otherFiles.find(([, starts]) => starts.some((each) => start.startsWith(each)));
  if (other) throw new UserError(`${notText} It is ${other[0]}.`);
  const { encoding, text } = decodeText(bytes);
  if (encoding === 'UTF-32' || text.includes('\0')) throw new UserError(notText);
  return text;
}
