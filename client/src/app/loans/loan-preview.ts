/** What adding a file will do, computed on the device. Loaded with the first file. */
import { FollowedLoanInput, LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { offsetName } from 'engine/account-files/offsets.ts';
import { closingOf, mergeFile, type Merged } from 'engine/statements/merge.ts';
import { inWords } from '#parts/format/format.ts';
import type { LoanFileFields } from './loan-file.ts';

export interface FilePreview {
  merged: Pick<Merged, 'added' | 'recognised' | 'missing' | 'joins' | 'fills' | 'isChanged'> | null;
  /** In cents: what the last row that is there leaves, before and after, where the file changes it. */
  owed: { before: number; after: number } | null;
  /** Why it cannot be added. */
  problem: string | null;
}

export function previewOf({ input }: Pick<FollowedLoan, 'input'>, body: LoanFileFields): FilePreview {
  const { data: file, error } = LoanFile.safeParse(body);
  if (file) {
    const loan = FollowedLoanInput.parse(input);
    const merged = mergeFile(loan, file);
    return { merged, owed: owedOf(loan, merged), problem: null };
  }
  const { path, message } = error.issues[0]!;
  const field = path.findLast((part) => typeof part === 'string');
  const numbers = path.filter((part) => typeof part === 'number');
  const account = path[0] === 'offset_accounts' ? numbers.shift() : undefined;
  const places = [
    account !== undefined && `Offset ${offsetName(account)}, `,
    ...numbers.map((row) => `Row ${row + 1}, `),
  ];
  const place = places.filter(Boolean).join('');
  return { merged: null, owed: null, problem: `${place}${inWords(field ?? '')}: ${message}` };
}

function owedOf(
  { transactions = [], opening_balance }: FollowedLoanInput,
  { transactions: rows, sources, openingBalance }: Merged,
): FilePreview['owed'] {
  if (transactions.length === 0) return null;
  const before = closingOf(transactions, opening_balance);
  const after = closingOf(rows.slice(0, sources.indexOf(transactions.length - 1) + 1), openingBalance);
  return before === undefined || after === undefined || before === after ? null : { before, after };
}
