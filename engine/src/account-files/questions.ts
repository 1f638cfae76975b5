/** What a person is asked about the files, and what they answer. */
import type { FileAnswers } from './reading.ts';
import type { RowKind } from './row-kinds.ts';
import type { Sheet } from './sheet.ts';

export interface Answers {
  files: ReadonlyMap<string, FileAnswers>;
  /** By file and account (see `accountKey`): whether it is the account before it, or the id of which offset account. */
  belongs: ReadonlyMap<string, boolean | string>;
  /** The account of a file that is the loan. */
  account?: string;
  /** By file and account, where a file has several. */
  roles?: ReadonlyMap<string, AccountRole>;
  /** By file and row. */
  kinds: ReadonlyMap<string, RowKind>;
}

export const noAnswers: Answers = { files: new Map(), belongs: new Map(), kinds: new Map() };

export type AccountRole = 'loan' | 'offset' | 'unused';

/** An account in a file, which may have several. Fields of a form are named by it, so it has none of their separators. */
export const accountKey = ({ file, account }: Pick<Sheet, 'file' | 'account'>): string =>
  account === null ? file : `${file} ${account.replaceAll(/[.,|'"[\]]/g, '_')}`;

/** The keys of all answers begin with the file. */
export const fileOf = (key: string): string => key.split(' ')[0]!;

export interface Typed {
  previousChargeDate: string | null;
  /** What is owed before the first row, in cents. */
  openingCents: number | null;
  /** What is owed after the last row, in cents. */
  closingCents: number | null;
  /** By the id of an offset account: its balance before its first row, in cents. */
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
