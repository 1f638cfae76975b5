/** The text of a file on the device. */
import { UserError } from '#api/api-error.ts';

/** The first characters of files that people choose instead of a text, and what the file is. */
const otherFiles: readonly (readonly [name: string, starts: readonly string[]])[] = [
  ['a PDF', ['%PDF']],
  ['a picture', ['\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'RIFF']],
  ['a spreadsheet or an archive', ['PK\x03\x04', '\xD0\xCF\x11\xE0']],
];

const notText = 'This file cannot be read as CSV.';

/**
 * Decodes UTF-8 and UTF-16, and Windows-1252 where neither fits. Throws a `UserError` that names another kind of file.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 512));
  const other = otherFiles.find(([, starts]) => starts.some((each) => start.startsWith(each)));
  if (other) throw new UserError(`${notText} It is ${other[0]}.`);
  const encoding = encodingOf(bytes, start);
  if (encoding === 'utf-8' && start.includes('\0')) throw new UserError(notText);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 has a byte order mark, or a zero in every second byte of a text in Latin letters. */
function encodingOf(bytes: Uint8Array, start: string): string {
  if (start.startsWith('\xFF\xFE') || areZeros(bytes, 1)) return 'utf-16le';
  return start.startsWith('\xFE\xFF') || areZeros(bytes, 0) ? 'utf-16be' : 'utf-8';
}

const areZeros = (bytes: Uint8Array, offset: 0 | 1): boolean =>
  bytes.length >= 4 && bytes[offset] === 0 && bytes[offset + 2] === 0 && bytes[1 - offset] !== 0;
