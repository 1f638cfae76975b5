/** What a person is asked about the files, and what they answer. */
import type { FileAnswers } from './reading.ts';
import type { RowKind } from './row-kinds.ts';

export interface Answers {
  files: ReadonlyMap<string, FileAnswers>;
  /**
   * By the id of the later file: whether it belongs to the account before it, or the id of the first file of the account
   * to which it belongs.
   */
  belongs: ReadonlyMap<string, boolean | string>;
  /** The account of a file that is the loan. */
  account?: string;
  /** By file and account, where a file has several: see `accountKey`. */
  roles?: ReadonlyMap<string, AccountRole>;
  /** By file and row. */
  kinds: ReadonlyMap<string, RowKind>;
}

export const noAnswers: Answers = { files: new Map(), belongs: new Map(), kinds: new Map() };

export type AccountRole = 'loan' | 'offset' | 'unused';

export const accountKey = (file: string, account: string | null): string => `${file} ${account ?? ''}`;

export interface Typed {
  previousChargeDate: string | null;
  /** What is owed before the first row, in cents. */
  openingCents: number | null;
  /** What is owed after the last row, in cents. */
  closingCents: number | null;
  /** By the id of an offset file: its balance before its first row, in cents. */
  offsetOpeningCents: ReadonlyMap<string, number>;
}

export type Must =
  | 'date_order'
  | 'columns'
  | 'sides'
  | 'signs'
  | 'account'
  | 'belongs'
  | 'row'
  | 'opening_balance'
  | 'closing_balance'
  | 'interest';
export type Confirm = 'interest' | 'dates' | 'reading' | 'complete' | 'covers';
