/** What adding a file will do, computed on the device. Loaded with the first file. */
import { FollowedLoanInput, LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { mergeFile, type Merged } from 'engine/statements/merge.ts';
import { inWords } from '#parts/format/format.ts';
import type { LoanFileFields } from './loan-file.ts';

export interface FilePreview {
  merged: Pick<Merged, 'added' | 'recognised' | 'missing' | 'joins' | 'fills' | 'isChanged'> | null;
  /** Why it cannot be added. */
  problem: string | null;
}

export function previewOf({ input }: Pick<FollowedLoan, 'input'>, body: LoanFileFields): FilePreview {
  const { data: file, error } = LoanFile.safeParse(body);
  if (file) return { merged: mergeFile(FollowedLoanInput.parse(input), file), problem: null };
  const { path, message } = error.issues[0]!;
  const field = path.findLast((part) => typeof part === 'string');
  const row = path.find((part) => typeof part === 'number');
  const place = row === undefined ? '' : `Row ${row + 1}, `;
  return { merged: null, problem: `${place}${inWords(field ?? '')}: ${message}` };
}
