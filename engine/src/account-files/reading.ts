/** What is read from the files of an account, and what a person answers about them. */
import type { Columns } from './columns.ts';
import type { Interest } from './kinds.ts';
import type { Sheet } from './sheet.ts';

export type Place = 'loan' | 'offset';

/** What a person has answered or corrected about one file. */
export interface FileAnswers {
  isMonthFirst?: boolean;
  /** Whether the year stands first in dates such as `25-02-20`. */
  isYearFirst?: boolean;
  columns?: Partial<Columns>;
  isTurned?: boolean;
  /** By the number of the row: whether it adds to what is owed, or to the balance of an offset account. */
  sides?: ReadonlyMap<number, boolean>;
  /** The rows that the person left out, with the reason. */
  leftOut?: ReadonlyMap<number, string>;
  /** The rows that the person took in, although their words say that they are no transactions. */
  takenIn?: ReadonlySet<number>;
  /** The column that names the account; null for none. */
  accountColumn?: number | null;
  /** The rows whose amount is taken from the balances. */
  taken?: ReadonlySet<number>;
}

export interface AccountRow {
  file: string;
  number: number;
  date: string;
  /** What the row adds to the debt, or to the money in an offset account. Null while its side is asked. */
  cents: number | null;
  size: number;
  balance: number | null;
  texts: readonly string[];
  interest: Interest;
  isFee: boolean;
  follows: boolean;
  /** Whether its amount or side, or what its words say, is what a person answered, and no balance confirms it. */
  isAnswered: boolean;
  /** The day that it has if a person answered wrongly which days count. */
  otherDate: string | null;
}

export interface Fault {
  number: number;
  column: string;
  text: string;
  /** The step of the balances around the row. */
  step: number | null;
}

/** A row that is no transaction, with what it would be. */
export interface LeftOutRow {
  row: number;
  reason: string;
  /** Empty where it has none. */
  date: string;
  cents: number | null;
  /** Whether the person left it out. */
  isOwn: boolean;
  /** Whether a person can take it in, although its words say that it is no transaction. */
  isReadable: boolean;
}

export interface SheetReading {
  sheet: Sheet;
  columns: Columns;
  isMonthFirst: boolean;
  rows: AccountRow[];
  leftOut: LeftOutRow[];
  faults: Fault[];
  /** The balance before the first row, where the file states it. */
  openingCents: number | null;
  hasBalances: boolean;
  /** Of the rows with a balance before them, those that follow. */
  following: number;
  stated: number;
  /** What must be answered about the file. */
  asks: Set<'date_order' | 'columns' | 'sides' | 'signs'>;
  /** Whether nothing says which number of a date is the year. */
  isYearOpen: boolean;
  /** Whether two date columns differ and none says that it is the effective one. */
  hasOtherDates: boolean;
}
