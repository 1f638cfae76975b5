/** The form of a check, and the request that it makes. */
import type { StatementResult } from 'contract/statements/statements.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { UnsavedCalculation } from '#parts/calculator/saved/calculations.queries.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { readValues } from '#parts/form/typed-fields.ts';
import { addUpBalances, joinRows, type StatementInput, transactionsOf } from './account-rows.ts';
import type { ReadRow } from './reading/read-account.ts';
import type { AccountFile } from './use-account-files.ts';

/** The texts of the form. The files are beside it, because a form copies its values at each key. */
export interface StatementInputs {
  opening_balance: string;
  previous_charge_date: string;
  rates: { from: string; annual_interest_rate: string }[];
  /** The balance before the first row of each offset account that states none, by its file. */
  offset_openings: Record<string, { opening_balance: string }>;
  /** Never filled: names for what is wrong with the files. */
  loan_files: string;
  offset_files: string;
}

export const emptyRate = { from: '', annual_interest_rate: '' };

const textOf = (value: string | number | null | undefined) => String(value ?? '');

export const rateInputs = (rates: StatementInput['rates'] = []): StatementInputs['rates'] =>
  (rates ?? []).map(({ from, annual_interest_rate }) => ({
    from,
    annual_interest_rate: textOf(annual_interest_rate),
  }));

/** The form of a saved check, or an empty one. */
export const inputsOf = (saved?: StatementInput): StatementInputs => ({
  opening_balance: textOf(saved?.opening_balance),
  previous_charge_date: textOf(saved?.previous_charge_date),
  rates: rateInputs(saved?.rates),
  offset_openings: {},
  loan_files: '',
  offset_files: '',
});

/** The accounts of a check. */
export interface Accounts {
  loan: readonly AccountFile[];
  offset: readonly AccountFile[];
  /** The rows of the loan, in the order of the account. */
  rows: readonly ReadRow[];
  /** What is checked until a file is chosen. */
  saved: StatementInput | undefined;
}

export interface StatementTerms {
  inputs: StatementInputs;
  accounts: Accounts;
}

export const accountsOf = (
  loan: readonly AccountFile[],
  offset: readonly AccountFile[],
  saved: StatementInput | undefined,
): Accounts => ({
  loan,
  offset,
  rows: joinRows(loan.map(({ reading }) => reading.rows)),
  saved: loan.length === 0 ? saved : undefined,
});

/** A result, and what the sentences about it need besides. */
export interface Checked {
  result: StatementResult;
  areRatesGiven: boolean;
  /** The name of a transaction by its number, such as `Row 12`. */
  rowName: (transaction: number) => string;
  /** Undefined if it is too large for the archive. */
  calculation: UnsavedCalculation | undefined;
}

/** Equal terms have equal keys. */
export const keyOf = ({ inputs, accounts: { loan, offset } }: StatementTerms): string =>
  JSON.stringify([inputs, [...loan, ...offset].map(({ revision }) => revision)]);

export const asksOpening = ({ rows, saved }: Accounts): boolean =>
  Boolean(saved ?? rows[0]?.balanceCents === null);

export const hasNoBalances = ({ reading }: AccountFile): boolean =>
  reading.rows.every(({ balanceCents }) => balanceCents === null);

/** Without the texts of fields that are not asked. */
export const askedInputs = (inputs: StatementInputs, accounts: Accounts): StatementInputs => ({
  ...inputs,
  opening_balance: asksOpening(accounts) ? inputs.opening_balance : '',
  offset_openings: Object.fromEntries(
    accounts.offset
      .filter(hasNoBalances)
      .map(({ id }) => [id, inputs.offset_openings[id] ?? { opening_balance: '' }]),
  ),
});

/** The fields of the request that a person types. */
const typedFields = ({ opening_balance, previous_charge_date, rates }: StatementInputs) => ({
  ...(opening_balance && { opening_balance }),
  ...(previous_charge_date && { previous_charge_date }),
  ...(rates.length > 0 && { rates }),
});

export function statementRequest({ inputs, accounts }: StatementTerms): StatementInput {
  const { rows, offset, saved } = accounts;
  const balances =
    saved && offset.length === 0
      ? saved.offset_balances
      : addUpBalances(
          offset.map(({ id, reading }) => ({
            rows: reading.rows,
            openingCents: Math.round(100 * Number(inputs.offset_openings[id]?.opening_balance ?? 0)),
          })),
        );
  return {
    transactions: saved?.transactions ?? transactionsOf(rows),
    ...typedFields(inputs),
    ...(balances && balances.length > 0 && { offset_balances: balances }),
  };
}

/** Refuses what is typed beside its field, and files that are missing or cannot be read. */
export function statementResolver(accounts: Accounts): Resolver<StatementInputs> {
  const typed = contractResolver<StatementInputs>({
    schema,
    // What is typed has to fit the first and the last row.
    toBody: (inputs) => ({ ...typedFields(readValues(inputs)), transactions: endsOf(accounts) }),
    fieldOf: (path) => (/^(transactions|offset_balances)\b/.test(path) ? undefined : path),
  });
  return async (values, context, options) => {
    const inputs = askedInputs(values, accounts);
    const { errors } = await typed(inputs, context, options);
    const refused = { ...fileErrors(accounts), ...missingBalances(inputs, accounts), ...errors };
    return Object.keys(refused).length > 0 ? { values: {}, errors: refused } : { values, errors: {} };
  };
}

const schema = lazySchema(
  async () => (await import('contract/statements/statement-fields.ts')).StatementBody,
);

function endsOf({ rows, saved }: Accounts): StatementInput['transactions'] {
  const all =
    saved?.transactions ?? transactionsOf([rows[0], rows.at(-1)].filter((row) => row !== undefined));
  return all.length < 2 ? all : [all[0]!, all.at(-1)!];
}

const isFaulty = ({ reading }: AccountFile) => reading.faults.length > 0 || reading.mustChooseOrder;
const ofFiles = (message: string) => ({ type: 'files', message });
const unread = ofFiles('Some rows cannot be read. Correct the columns, or remove the file.');
const required = { opening_balance: { type: 'required', message: 'Required.' } };

/** What is wrong with the files. */
export const fileErrors = ({ loan, offset, rows, saved }: Accounts): FieldErrors<StatementInputs> => ({
  ...(rows.length === 0 && !saved && { loan_files: ofFiles('Choose the file of your loan account first.') }),
  ...(loan.some(isFaulty) && { loan_files: unread }),
  ...(offset.some(isFaulty) && { offset_files: unread }),
});

/** The balances before the first rows that the files do not state. */
function missingBalances(inputs: StatementInputs, accounts: Accounts): FieldErrors<StatementInputs> {
  const [first] = endsOf(accounts);
  const missing = Object.entries(inputs.offset_openings).filter(([, offset]) => !offset.opening_balance);
  return {
    ...(first && (first.balance ?? null) === null && !inputs.opening_balance && required),
    ...(missing.length > 0 && {
      offset_openings: Object.fromEntries(missing.map(([id]) => [id, required])),
    }),
  };
}
