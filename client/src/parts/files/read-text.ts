/** The text of a file on the device. */
import { statementMessages } from 'contract/statements/statements.constants.ts';
import { decodeText } from 'contract/text-encoding.ts';
import { UserError } from '#api/api-error.ts';

const archive = 'This is a spreadsheet or an archive. Save it as CSV there, and choose that file.';
const picture =
  'This is a picture. On your bank’s website, open the account, choose Export or Download, and take CSV.';
const notText =
  'This is no text. On your bank’s website, open the account, choose Export or Download, and take CSV.';

/** The first characters of files that people choose instead of a text, and what to do instead. */
const otherFiles: readonly (readonly [text: string, starts: readonly string[]])[] = [
  [statementMessages.pdf, ['%PDF']],
  [picture, ['\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'RIFF']],
  [archive, ['PK\x03\x04', '\x1F\x8B']],
  ['This is a spreadsheet. Save it as CSV there, and choose that file.', ['\xD0\xCF\x11\xE0']],
];

const spreadsheetPart = /xl\/|workbook/;

/** Throws a `UserError` that says what another kind of file is, and what to do. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 4_096));
  const other = otherFiles.find(([, starts]) => starts.some((each) => start.startsWith(each)));
  if (other)
    throw new UserError(
      other[0] === archive && spreadsheetPart.test(start) ? otherFiles.at(-1)![0] : other[0],
    );
  const { encoding, text } = decodeText(bytes);
  if (encoding === 'UTF-32' || text.includes('\0')) throw new UserError(notText);
  return text;
}
