/** The form of a check, and the request that it makes. */
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { RestingReason } from 'engine/account-files/evidence.ts';
import type { OffsetDays } from 'engine/followed-loans/supported-loan.ts';
import type { Typed } from 'engine/account-files/questions.ts';
import type { RepeatedInterest } from 'engine/account-files/repeated-interest.ts';
import type { Possibility } from 'engine/statements/possible-charges.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import type { z } from 'zod';
import type { UnsavedCalculation } from '#parts/calculator/saved/calculations.queries.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { readValues } from '#parts/form/typed-fields.ts';
import type { CheckedRange, ConfirmQuestion } from './confirm-questions.ts';
import type { CheckedPart } from './part-texts.ts';
import type { AccountFilesState } from './use-account-files.ts';

export type StatementInput = z.input<typeof StatementBody>;

/** The texts of the form. The files are beside it, because a form copies its values at each key. */
export interface StatementInputs {
  opening_balance: string;
  /** What is owed after the last row, which proves a file without balances. */
  closing_balance: string;
  previous_charge_date: string;
  rates: { from: string; annual_interest_rate: string }[];
  /** The balance before the first row of each offset account that states none, by its id. */
  offset_openings: Record<string, { opening_balance: string }>;
  /** Offset accounts without a file, with their balance on all days. */
  offset_accounts: { name: string; opening_balance: string }[];
  /** Never filled: names for what is wrong with the files. */
  loan_files: string;
  offset_files: string;
}

export const emptyAccount = { name: '', opening_balance: '' };

const textOf = (value: string | number | null | undefined) => String(value ?? '');

export const rateInputs = (rates: StatementInput['rates'] = []): StatementInputs['rates'] =>
  (rates ?? []).map(({ from, annual_interest_rate }) => ({
    from,
    annual_interest_rate: textOf(annual_interest_rate),
  }));

/** The form of a saved check, or an empty one. */
export const inputsOf = (saved?: StatementInput): StatementInputs => ({
  opening_balance: textOf(saved?.opening_balance),
  closing_balance: '',
  previous_charge_date: textOf(saved?.previous_charge_date),
  rates: rateInputs(saved?.rates),
  offset_openings: {},
  offset_accounts: [],
  loan_files: '',
  offset_files: '',
});

/** The accounts of a check. */
export interface Accounts extends AccountFilesState {
  /** What is checked until a file is chosen. */
  saved: StatementInput | undefined;
}

export interface StatementTerms {
  inputs: StatementInputs;
  accounts: Accounts;
}

/** A result, and what the sentences about it need besides. */
export interface Checked {
  /** Without the repeated fees whose texts differ or are not known. */
  result: StatementResult;
  /** The charges that are not called wrong for want of evidence, by their indexes. */
  resting: ReadonlyMap<number, RestingReason>;
  offsetAccounts?: number | undefined;
  /** From when to when all offset accounts are known. */
  offsetDays?: OffsetDays | null | undefined;
  /** Why charges that differ may be right, by their indexes. */
  possible: ReadonlyMap<number, Possibility>;
  /** The rows that may be a charge once more. */
  repeatedInterest?: readonly RepeatedInterest[];
  /** The names of accounts in the files that are not used. */
  unusedAccounts?: readonly string[];
  /** Of a check of only some days. */
  part?: CheckedPart | undefined;
  areRatesGiven: boolean;
  /** The name of a transaction by its number, such as `Row 12`. */
  rowName: (transaction: number) => string;
  /** What must be confirmed before a difference is shown. */
  questions: readonly ConfirmQuestion[];
  /** The days for which charges can be checked that are not because an offset account is not known. */
  ranges?: readonly CheckedRange[];
  /** The rows that the person left out, with the reasons. */
  leftOut: readonly string[];
  /** Undefined if it cannot be saved. */
  calculation: UnsavedCalculation | undefined;
  whyUnsaved: string;
  /** What helps where the period of the first charge is not known. */
  startAdvice?: string;
  /** What is kept of a loan that is followed from now on. Undefined if it cannot be. */
  followed?: FollowedLoanFields | undefined;
}

/** Equal terms have equal keys. */
export const keyOf = ({ inputs, accounts: { revision } }: StatementTerms): string =>
  JSON.stringify([inputs, revision]);

export const loanLines = ({ reading }: Pick<Accounts, 'reading'>) =>
  reading?.lines.filter(({ account }) => account === 'loan') ?? [];

/** Of the files, and of a saved check. */
export type OpeningAccounts = Pick<Accounts, 'reading' | 'saved'>;

export const asksOpening = (accounts: OpeningAccounts): boolean => {
  const lines = loanLines(accounts);
  if (lines.length === 0) return accounts.saved !== undefined;
  return lines.every(({ reading }) => reading.openingCents === null);
};

/** Whether a balance after the last row would prove that no row is missing. */
export const asksClosing = (accounts: Accounts): boolean =>
  loanLines(accounts).some(({ reading }) => reading.stated === 0);

/** The offset accounts that state no balance. */
const openOffsets = ({ reading }: Pick<Accounts, 'reading'>) =>
  (reading?.offsets ?? []).filter(({ openingCents }) => openingCents === null);

export const openOffsetFields = (accounts: Pick<Accounts, 'reading'>) =>
  openOffsets(accounts).map(({ id, name }) => ({
    name: `offset_openings.${id}.opening_balance` as const,
    label: `Offset ${name}, Balance before the First Row`,
    hint: 'Its files state no balances.',
  }));

const ledgerOf = (accounts: OpeningAccounts) => {
  const ledger = loanLines(accounts).at(-1)?.reading.sheet.ledger;
  return ledger && ledger.date !== null && ledger.cents !== 0 && asksOpening(accounts) ? ledger : undefined;
};

/** What is owed before the first row by the one balance of an OFX file. */
export function ledgerOpening(accounts: OpeningAccounts): string | undefined {
  const opening = accounts.reading?.openingCents ?? null;
  return ledgerOf(accounts) && opening !== null ? (opening / 100).toFixed(2) : undefined;
}

export function ledgerHint(accounts: OpeningAccounts): string | undefined {
  const ledger = ledgerOf(accounts);
  if (!ledger || ledger.date === null) return undefined;
  const balance = formatAud(Math.abs(ledger.cents) / 100);
  return `By the file’s balance of ${balance} on ${formatLongDate(ledger.date)}, if no row is younger.`;
}

/** Without the texts of fields that are not asked. */
export const askedInputs = (inputs: StatementInputs, accounts: Accounts): StatementInputs => ({
  ...inputs,
  opening_balance: asksOpening(accounts) ? inputs.opening_balance : '',
  closing_balance: asksClosing(accounts) ? inputs.closing_balance : '',
  offset_openings: askedOffsets(inputs.offset_openings, accounts),
});

export const askedOffsets = (
  typed: StatementInputs['offset_openings'],
  accounts: Pick<Accounts, 'reading'>,
): StatementInputs['offset_openings'] =>
  Object.fromEntries(openOffsets(accounts).map(({ id }) => [id, typed[id] ?? { opening_balance: '' }]));

/** The fields of the request that a person types. */
export const typedFields = ({ opening_balance, previous_charge_date, rates }: StatementInputs) => ({
  ...(opening_balance && { opening_balance }),
  ...(previous_charge_date && { previous_charge_date }),
  ...(rates.length > 0 && { rates }),
});

export const isBlank = (text: string): boolean => text.trim() === '';

/** Null for an empty field, which is no number. */
export const centsOf = (text: string): number | null => (text === '' ? null : Math.round(100 * Number(text)));

/** What the reading of the files takes from the form. */
export function typedOf(inputs: StatementInputs, accounts: Accounts): Typed {
  const { opening_balance, closing_balance, previous_charge_date, offset_openings } = readValues(inputs);
  const filled = ledgerOpening(accounts);
  const isFilled = filled !== undefined && centsOf(filled) === centsOf(opening_balance);
  return {
    previousChargeDate: previous_charge_date || null,
    // What is filled from the file proves nothing.
    openingCents: isFilled ? null : centsOf(opening_balance),
    closingCents: centsOf(closing_balance),
    offsetOpeningCents: new Map(
      Object.entries(offset_openings).flatMap(([id, offset]) => {
        const cents = centsOf(offset.opening_balance);
        return cents === null ? [] : [[id, cents] as const];
      }),
    ),
  };
}
