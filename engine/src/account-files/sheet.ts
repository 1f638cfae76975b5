/** The rows of one account in one file, as cells. */
export interface SheetRow {
  /** The line of the file on which the row begins, from 1. */
  number: number;
  cells: readonly string[];
}

/** The rows of one account in one file. */
export interface Sheet {
  file: string;
  /** The name or number of the account, where the file states one. */
  account: string | null;
  header: readonly string[] | null;
  rows: readonly SheetRow[];
  /** The column that names the account. */
  accountColumn?: number | null;
  /** The rows of other accounts in the file. */
  otherRows: readonly number[];
  /** Files with the same form are read together. */
  form: string;
  /** From OFX: the balance of a day, as the holder sees it. */
  ledger?: { cents: number; date: string | null };
  /** From QIF: the balance before the first row, as the holder sees it. */
  openingCents?: number;
  /** From OFX: what the bank says a row is, by its number. */
  kinds?: ReadonlyMap<number, 'interest' | 'fee'>;
}

/** Throws an `UnreadableFile` with a sentence for the person. */
export class UnreadableFile extends Error {}
