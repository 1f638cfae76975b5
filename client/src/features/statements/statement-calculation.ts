/** The check on the device, loaded after the first paint. */
import { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { plainText } from 'engine/account-files/kinds.ts';
import { offsetBalances } from 'engine/account-files/offsets.ts';
import type { AccountFilesReading, LoanRow } from 'engine/account-files/read-account-files.ts';
import { transactionsOf } from 'engine/account-files/to-statement.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { UserError } from '#api/api-error.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { formatLongDate, inWords } from '#parts/format/format.ts';
import { confirmQuestions } from './confirm-questions.ts';
import { readFiles } from './read-files.ts';
import {
  type Accounts,
  type Checked,
  centsOf,
  type StatementInput,
  type StatementTerms,
  typedFields,
  typedOf,
} from './statement-inputs.ts';
import type { DayRange } from './use-account-files.ts';

export async function checkAccount(terms: StatementTerms, signal: AbortSignal): Promise<Checked> {
  const { accounts, inputs } = terms;
  const { loan, offset, range } = accounts;
  const reading = await readFiles(accounts, typedOf(inputs), signal);
  const rows = range ? rowsWithin(reading.rows, range) : { rows: reading.rows, previous: null, skipped: 0 };
  const nameOf = (file: string) => [...loan, ...offset].find(({ id }) => id === file)?.name ?? '';
  const fullName = ({ file, number }: Pick<LoanRow, 'file' | 'number'>) =>
    `Row ${number}${loan.length > 1 ? ` of ${nameOf(file)}` : ''}`;
  const rowName = (transaction: number) => {
    const row = rows.rows[transaction - 1];
    return row ? fullName(row) : `Transaction ${transaction}`;
  };
  const request = requestOf(terms, reading, rows);
  const { data, error } = StatementBody.safeParse(request);
  if (!data) {
    const { path, message } = error.issues[0]!;
    const [list, index, field = list] = path;
    const place =
      list === 'transactions'
        ? rowName(Number(index) + 1)
        : `Offset accounts on ${formatLongDate(request.offset_balances?.[Number(index)]?.date ?? '')}`;
    throw new UserError(`${index === undefined ? '' : `${place}, `}${inWords(String(field))}: ${message}`);
  }
  const computed = await runSlices(statementResult(data), signal);
  const textAt = (transaction: number | null) => plainText(rows.rows[(transaction ?? 0) - 1]?.texts ?? []);
  const result = {
    ...computed,
    // A saved check has no texts.
    findings: computed.findings.filter(
      ({ kind, row, other_row: other }) =>
        kind !== 'repeat' || (textAt(row) !== '' && textAt(row) === textAt(other)),
    ),
  };
  const input = savedInput(request, result);
  const isTooLarge = new TextEncoder().encode(JSON.stringify(input)).length > savedMaxBytes;
  return {
    result,
    rowName,
    areRatesGiven: data.rates.length > 0,
    questions: confirmQuestions({ reading, result, nameOf, rowName: fullName }),
    leftOut: leftOutTexts(accounts, reading, fullName),
    calculation: isTooLarge ? undefined : { kind: 'statement', input },
  };
}

interface CheckedRows {
  rows: readonly LoanRow[];
  /** The day of the charge before them, where a range begins with one. */
  previous: string | null;
  /** The number of rows before them. */
  skipped: number;
}

const isCharge = ({ kind }: LoanRow) => kind === 'interest';

/** From the last charge on or before the first day, to the last charge within the range. */
function rowsWithin(rows: readonly LoanRow[], { from, to }: DayRange): CheckedRows {
  const start = rows.findLastIndex((row) => isCharge(row) && row.date <= from);
  const end = rows.findLastIndex((row) => isCharge(row) && row.date <= to);
  if (end <= start) return { rows, previous: null, skipped: 0 };
  return { rows: rows.slice(start + 1, end + 1), previous: rows[start]?.date ?? null, skipped: start + 1 };
}

function requestOf(
  { inputs, accounts: { saved, loan, offset } }: StatementTerms,
  reading: AccountFilesReading,
  { rows, previous, skipped }: CheckedRows,
): StatementInput {
  const typed = typedFields(inputs);
  const kept = loan.length === 0 ? saved : undefined;
  const previousDate = previous ?? (inputs.previous_charge_date || null);
  const days = kept?.transactions ?? rows;
  const balances =
    kept && offset.length === 0 ? savedBalances(kept) : offsetBalances(reading.offsets, days, previousDate);
  const first = days[0]?.date ?? '';
  const start = previousDate !== null && previousDate < first ? previousDate : first;
  const all = withConstant(balances, constantCents(inputs), start);
  const opening = reading.rows
    .slice(0, skipped)
    .reduce((running, { balance, cents }) => balance ?? running + (cents ?? 0), reading.openingCents ?? 0);
  return {
    transactions: kept?.transactions ?? transactionsOf(rows),
    ...typed,
    ...(previous !== null && { previous_charge_date: previous }),
    ...(!kept && { opening_balance: opening / 100 }),
    ...(all.length > 0 && {
      offset_balances: all.map(({ date, cents }) => ({ date, balance: cents / 100 })),
    }),
  };
}

interface DayBalance {
  date: string;
  cents: number;
}

const savedBalances = ({ offset_balances: balances }: StatementInput): DayBalance[] =>
  (balances ?? []).map(({ date, balance }) => ({ date, cents: centsOf(String(balance)) ?? 0 }));

/** Of the accounts without a file. */
const constantCents = ({ offset_accounts: accounts }: StatementTerms['inputs']): number =>
  accounts.reduce((sum, { opening_balance }) => sum + Math.max(0, centsOf(opening_balance) ?? 0), 0);

/** Adds a balance on all days from the start on. */
function withConstant(
  balances: readonly DayBalance[],
  constant: number,
  start: string,
): readonly DayBalance[] {
  if (constant === 0) return balances;
  const isEarlier = (balances[0]?.date ?? '9999') > start;
  return [...(isEarlier ? [{ date: start, cents: 0 }] : []), ...balances].map(({ date, cents }) => ({
    date,
    cents: cents + constant,
  }));
}

/** The rows that the person left out, for the note below the result and on paper. */
const leftOutTexts = (
  { answers }: Accounts,
  { lines }: AccountFilesReading,
  rowName: (row: Pick<LoanRow, 'file' | 'number'>) => string,
): string[] =>
  lines.flatMap(({ reading: { sheet } }) =>
    [...(answers.files.get(sheet.file)?.leftOut ?? [])].map(
      ([number, reason]) => `${rowName({ file: sheet.file, number })}: ${reason}`,
    ),
  );

/** The archive takes bodies of 64 KiB; the rest is for the name and the notes. */
const savedMaxBytes = 60_000;

/** Without the stated balances where they follow from the amounts, so that more rows fit into the archive. */
function savedInput(request: StatementInput, { findings }: StatementResult): StatementInput {
  const first = request.transactions[0]!;
  if (findings.some(({ kind }) => kind === 'balance')) return request;
  return {
    ...request,
    opening_balance:
      request.opening_balance ??
      ((centsOf(String(first.balance)) ?? 0) - (centsOf(String(first.amount)) ?? 0)) / 100,
    transactions: request.transactions.map(({ balance: _balance, ...row }) => row),
  };
}
