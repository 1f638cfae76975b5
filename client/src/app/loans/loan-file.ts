/** The body of `addToLoan` from the files that were read on the device. */
import type { LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { daysOfLoan } from 'contract/followed-loans/followed-loans.constants.ts';
import { balancesByDay, type OffsetAccount } from 'engine/account-files/offsets.ts';
import type { AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import { balanceFields, transactionsOf } from 'engine/account-files/to-statement.ts';
import type { z } from 'zod';
import {
  askedOffsets,
  asksOpening,
  centsOf,
  type StatementInputs,
} from '#features/statements/statement-inputs.ts';
import { readValues } from '#parts/form/typed-fields.ts';
import { compareAccount } from './compare-account.ts';

export type LoanFileFields = z.input<typeof LoanFile>;

type Loan = Pick<FollowedLoan, 'input'>;

/** What a person answers beside the files. */
export interface FileAnswers {
  /** What is owed before the first row. Null where it is not asked. */
  openingCents: number | null;
  /** The same of each offset account, by its id. */
  offsetOpeningCents: ReadonlyMap<string, number | null>;
  /** The number of the account that each offset account of the files is, by its id. */
  accounts: ReadonlyMap<string, number>;
}

export const offsetAccountsOf = ({ input }: Loan) => input.offset_accounts?.length ?? 0;

/** In place of the number of an account, for one that the loan does not have yet. */
export const newAccount = 0;

/** Whether a balance before the first row is needed: the loan does not know it, and no row states one. */
export function asksOpeningOf({ input }: Loan, reading: AccountFilesReading): boolean {
  const first = reading.rows[0];
  const { firstDate } = daysOfLoan({ transactions: input.transactions ?? undefined });
  const isBefore = first !== undefined && (firstDate === '' || first.date < firstDate);
  return isBefore && asksOpening({ reading, saved: undefined });
}

export type Balances = Pick<StatementInputs, 'opening_balance' | 'offset_openings'>;

/** What is typed in the fields that the files ask for. */
export const askedBalances = (
  loan: Loan,
  reading: AccountFilesReading | undefined,
  typed: Balances,
): Balances => ({
  opening_balance: reading && asksOpeningOf(loan, reading) ? typed.opening_balance : '',
  offset_openings: askedOffsets(typed.offset_openings, { reading }),
});

export function typedCents(asked: Balances): Omit<FileAnswers, 'accounts'> {
  const { opening_balance: opening, offset_openings: offsets } = readValues(asked);
  const cents = Object.entries(offsets).map(
    ([id, { opening_balance: text }]) => [id, centsOf(text)] as const,
  );
  return { openingCents: centsOf(opening), offsetOpeningCents: new Map(cents) };
}

export function fileOf(loan: Loan, reading: AccountFilesReading, answers: FileAnswers): LoanFileFields {
  const { rows, offsets } = reading;
  // What only the one balance of an OFX file tells is not certain: it fills the field, where that is asked.
  const openingCents = asksOpening({ reading, saved: undefined })
    ? answers.openingCents
    : reading.openingCents;
  const accountOf = ({ id }: OffsetAccount) => answers.accounts.get(id) ?? newAccount;
  const added = offsets.filter((offset) => accountOf(offset) === newAccount);
  return {
    transactions: transactionsOf(rows),
    ...(rows.length > 0 && openingCents !== null && { opening_balance: openingCents / 100 }),
    offset_accounts: offsets.map((offset) => {
      const account = accountOf(offset);
      return {
        account: account === newAccount ? offsetAccountsOf(loan) + 1 + added.indexOf(offset) : account,
        balances: balancesOf(loan, offset, account, reading, answers),
      };
    }),
  };
}

/** The requests that add it, each of which has at most one new account. */
export function additionsOf(loan: Loan, file: LoanFileFields): [LoanFileFields, ...LoanFileFields[]] {
  const next = offsetAccountsOf(loan) + 1;
  const accounts = file.offset_accounts ?? [];
  return [
    { ...file, offset_accounts: accounts.filter(({ account }) => account <= next) },
    ...accounts.filter(({ account }) => account > next).map((account) => ({ offset_accounts: [account] })),
  ];
}

/**
 * At the end of each day. A new account has its opening balance since the loan's first row, as in the check. So has
 * an account whose first balance may have been assumed, because its older files were not there yet.
 */
function balancesOf(
  loan: Loan,
  offset: OffsetAccount,
  account: number,
  { rows }: Pick<AccountFilesReading, 'rows'>,
  answers: FileAnswers,
) {
  const openingCents = offset.openingCents ?? answers.offsetOpeningCents.get(offset.id) ?? 0;
  const days = balancesByDay(offset.account.rows, openingCents);
  const own = loan.input.offset_accounts?.[account - 1]?.balances ?? [];
  const { endCents, isOpening } = compareAccount(own, offset, openingCents);
  if (endCents !== undefined) days.set(offset.account.rows.at(-1)!.date, endCents);
  const { firstDate: ownFirst } = daysOfLoan({ transactions: loan.input.transactions ?? undefined });
  const [firstDate = ''] = [ownFirst, rows[0]?.date ?? ''].filter(Boolean).toSorted();
  const first = offset.account.rows[0]?.date ?? '';
  const isHeldBefore = (account === newAccount || isOpening) && firstDate !== '' && firstDate < first;
  return balanceFields([
    ...(isHeldBefore ? [{ date: firstDate, cents: Math.max(openingCents, 0) }] : []),
    ...[...days].map(([date, cents]) => ({ date, cents })),
  ]);
}
