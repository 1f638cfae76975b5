/** Refuses what is typed beside its field, and files that are missing or have open questions. */
import type { FieldErrors, Resolver } from 'react-hook-form';
import { formatAud } from '#parts/format/format.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { readValues } from '#parts/form/typed-fields.ts';
import {
  type Accounts,
  askedInputs,
  asksClosing,
  isBlank,
  loanLines,
  type StatementInput,
  type StatementInputs,
  typedFields,
  typedOf,
} from './statement-inputs.ts';

export function statementResolver(accounts: Accounts): Resolver<StatementInputs> {
  const typed = contractResolver<StatementInputs>({
    schema,
    // What is typed has to fit the first and the last row.
    toBody: (inputs) => ({
      ...statedOpening(accounts),
      ...typedFields(readValues(inputs)),
      transactions: endsOf(accounts),
    }),
    fieldOf: (path) => (/^(transactions|offset_balances)\b/.test(path) ? undefined : path),
  });
  return async (values, context, options) => {
    const inputs = askedInputs(values, accounts);
    const { errors } = await typed(inputs, context, options);
    const refused = {
      ...fileErrors(accounts),
      ...missingBalances(inputs, accounts),
      ...closingError(inputs, accounts),
      ...errors,
    };
    return Object.keys(refused).length > 0 ? { values: {}, errors: refused } : { values, errors: {} };
  };
}

const schema = lazySchema(
  async () => (await import('contract/statements/statement-fields.ts')).StatementBody,
);

/** Where it does not stand in the first row. */
const statedOpening = ({ reading }: Accounts) =>
  typeof reading?.openingCents === 'number' ? { opening_balance: reading.openingCents / 100 } : {};

function endsOf({ reading, saved }: Accounts): StatementInput['transactions'] {
  const rows = reading?.rows ?? [];
  if (rows.length === 0 && saved) {
    const { transactions: all } = saved;
    return all.length < 2 ? all : [all[0]!, all.at(-1)!];
  }
  return [rows[0], rows.at(-1)].flatMap((row, index) =>
    row && (index === 0 || rows.length > 1)
      ? { date: row.date, amount: 0, balance: row.balance === null ? null : row.balance / 100 }
      : [],
  );
}

const ofFiles = (message: string) => ({ type: 'files', message });
const required = { opening_balance: { type: 'required', message: 'Required.' } };

/** What is wrong with the files. */
export function fileErrors(accounts: Accounts): FieldErrors<StatementInputs> {
  const { loan, saved } = accounts;
  return {
    ...(loan.length === 0 &&
      !saved && { loan_files: ofFiles('Choose the file of your loan account first.') }),
    ...(hasOpenQuestions(accounts) && { loan_files: ofFiles('Answer the questions at your files first.') }),
  };
}

/** Whether a question at a file must be answered first. */
export const hasOpenQuestions = ({ reading }: Pick<Accounts, 'reading'>): boolean =>
  [...(reading?.must ?? [])].some((question) => !fieldQuestions.has(question));

/** The questions of which a field is the answer. */
const fieldQuestions: ReadonlySet<string> = new Set(['opening_balance', 'closing_balance']);

/** The balances before the first rows that the files do not state. */
function missingBalances(inputs: StatementInputs, accounts: Accounts): FieldErrors<StatementInputs> {
  const missing = Object.entries(inputs.offset_openings).filter(([, offset]) =>
    isBlank(offset.opening_balance),
  );
  const emptyAccounts = inputs.offset_accounts.map((account) =>
    isBlank(account.opening_balance) ? required : undefined,
  );
  const isKnown = typeof accounts.reading?.openingCents === 'number' || !isBlank(inputs.opening_balance);
  return {
    ...(loanLines(accounts).length > 0 && !isKnown && required),
    ...(emptyAccounts.some(Boolean) && { offset_accounts: emptyAccounts }),
    ...(missing.length > 0 && {
      offset_openings: Object.fromEntries(missing.map(([id]) => [id, required])),
    }),
  };
}

/** The rows must lead from one typed balance to the other. */
function closingError(inputs: StatementInputs, accounts: Accounts): FieldErrors<StatementInputs> {
  const { openingCents, closingCents } = typedOf(inputs, accounts);
  const { reading } = accounts;
  const opening = openingCents ?? reading?.openingCents ?? null;
  if (!reading || !asksClosing(accounts) || opening === null || closingCents === null) return {};
  const reached = reading.rows.reduce((sum, { cents }) => sum + (cents ?? 0), opening);
  if (reached === closingCents || Number.isNaN(reached + closingCents)) return {};
  const [from, to, missing] = [reached, closingCents, Math.abs(reached - closingCents)].map((cents) =>
    formatAud(cents / 100),
  );
  const message = `The rows lead to ${from}, not to ${to}. A row of ${missing} is missing, or a side is wrong.`;
  return { closing_balance: { type: 'closing', message } };
}
