/** The check on the device, loaded after the first paint. */
import { FollowedLoanInput, type FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { restingCharges } from 'engine/account-files/evidence.ts';
import { balancesByDay, offsetBalances, startOf } from 'engine/account-files/offsets.ts';
import type { AccountFilesReading, LoanRow } from 'engine/account-files/read-account-files.ts';
import { noAnswers } from 'engine/account-files/questions.ts';
import { restingRepeats } from 'engine/account-files/repeated-fees.ts';
import { repeatedInterest } from 'engine/account-files/repeated-interest.ts';
import {
  accountMoves,
  balanceFields,
  type CheckedAccount,
  checkedAccount,
  type DayBalance,
  offsetEntries,
  toStatement,
  withConstant,
} from 'engine/account-files/to-statement.ts';
import { likelyResult } from 'engine/calculators/statement.ts';
import { offsetDaysOf, supportedLoan } from 'engine/followed-loans/supported-loan.ts';
import { supportedResult } from 'engine/statements/supported-result.ts';
import { UserError } from '#api/api-error.ts';
import { nextTask, runSlices } from '#parts/calculator/run-slices.ts';
import { formatLongDate, inWords } from '#parts/format/format.ts';
import { confirmQuestions, coveredRanges } from './confirm-questions.ts';
import { parseStatement } from './parse-statement.ts';
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

/** The account as it is read with what is typed, or the part of it that is checked. */
export async function accountToCheck({ accounts, inputs }: StatementTerms, signal?: AbortSignal) {
  const typed = typedOf(inputs, accounts);
  const reading = await readFiles(accounts, typed, signal);
  await nextTask();
  const constantCents = constantOf(inputs);
  const account = checkedAccount(reading, typed, { range: accounts.range, constantCents });
  return { reading, typed, account, constantCents };
}

export async function checkAccount(terms: StatementTerms, signal: AbortSignal): Promise<Checked> {
  const { accounts } = terms;
  const { loan, offset } = accounts;
  const { reading, typed, account, constantCents } = await accountToCheck(terms, signal);
  const nameOf = (file: string) => [...loan, ...offset].find(({ id }) => id === file)?.name ?? '';
  const fullName = ({ file, number }: Pick<LoanRow, 'file' | 'number'>) =>
    `Row ${number}${loan.length > 1 ? ` of ${nameOf(file)}` : ''}`;
  const rowName = (transaction: number) => {
    const row = account.rows[transaction - 1];
    return row ? fullName(row) : `Transaction ${transaction}`;
  };
  const request = requestOf(terms, reading, account);
  const { data, refusal } = await runSlices(parseStatement(request), signal);
  if (refusal) {
    const { path, message } = refusal;
    const [list, index, field = list] = path;
    const place =
      list === 'transactions'
        ? rowName(Number(index) + 1)
        : `Offset accounts on ${formatLongDate(request.offset_balances?.[Number(index)]?.date ?? '')}`;
    throw new UserError(`${index === undefined ? '' : `${place}, `}${inWords(String(field))}: ${message}`);
  }
  const computed = await runSlices(likelyResult(data), signal);
  const saved = loan.length === 0 ? accounts.saved : undefined;
  const basis = {
    reading,
    rows: saved ? savedRows(saved) : account.rows,
    answers: accounts.answers,
    // In a range it is that of a charge of the file.
    previousChargeDate:
      account.previousChargeDate === typed.previousChargeDate ? typed.previousChargeDate : null,
    constantCents,
    isOpeningChanged: saved !== undefined && isOtherOpening(saved, request),
  };
  await nextTask();
  const resting = restingCharges(basis, computed);
  await nextTask();
  const repeats = restingRepeats(basis, computed);
  const moves = saved ? undefined : () => accountMoves(account.rows, reading.offsets);
  const support = supportedResult(computed, { body: data, resting, moves });
  const { result: supported, possible } = await runSlices(support, signal);
  const result = {
    ...supported,
    findings: computed.findings.filter((_, index) => !repeats.has(index)),
  };
  await nextTask();
  const input = savedInput(request, result);
  const isTooLarge = new TextEncoder().encode(JSON.stringify(input)).length > savedMaxBytes;
  const followed = followedLoan(terms, request, reading, account);
  await nextTask();
  const { range } = accounts;
  const isPart = range !== null && account.rows.length < reading.rows.length;
  const whole = isPart && (await checkAccount({ ...terms, accounts: { ...accounts, range: null } }, signal));
  const part = whole
    ? {
        range,
        checked: result.totals.charges,
        charges: whole.result.totals.charges,
        isFollowedWhole: whole.followed !== undefined,
      }
    : undefined;
  const isOpen = result.totals.differing < computed.totals.differing;
  // Opened again or followed, its rows are certain, and those of an offset account are one for each day.
  const accusesSaved =
    isOpen && accusesMore(result, await runSlices(savedCheck(computed, data, request), signal));
  const accusesFollowed =
    isOpen && accusesMore(result, await runSlices(followedCheck(computed, followed), signal));
  const questioned = {
    reading,
    result: computed,
    supported: result,
    rowName: fullName,
    roles: accounts.answers.roles,
    isPart,
  };
  return {
    result,
    rowName,
    resting,
    offsetDays: offsetDaysOf(reading.offsets.map(({ account: { rows } }) => rows)),
    offsetAccounts:
      data.offset_balances.length === 0
        ? 0
        : Math.max(1, reading.offsets.length + terms.inputs.offset_accounts.length),
    possible,
    repeatedInterest: repeatedInterest(basis.rows, computed.rows),
    unusedAccounts: reading.unused.flatMap(({ sheet }) => sheet.account ?? []),
    areRatesGiven: data.rates.length > 0,
    // Also of charges that no answer proves: a person may type a balance, or check only the days of an offset account.
    questions: confirmQuestions(questioned),
    ranges: coveredRanges(questioned),
    leftOut: leftOutTexts(accounts, reading, fullName),
    calculation: isTooLarge || accusesSaved || part ? undefined : { kind: 'statement', input },
    followed: (whole && whole.followed) || (accusesFollowed ? undefined : followed),
    part,
    whyUnsaved: part
      ? 'Only a check of all days can be saved.'
      : accusesSaved
        ? 'It cannot be saved: without your files, a charge that may be right would be called wrong. Keep the CSV.'
        : 'Too large to save. Keep the CSV.',
  };
}

const noReading = { lines: [], offsets: [], unused: [], isClosed: true };

/** The check as it is when it is saved and opened again. */
function* savedCheck(computed: StatementResult, body: StatementBody, request: StatementInput) {
  const basis = {
    reading: noReading,
    rows: savedRows(request),
    answers: noAnswers,
    previousChargeDate: request.previous_charge_date ?? null,
  };
  return (yield* supportedResult(computed, { body, resting: restingCharges(basis, computed) })).result;
}

/** The check as it is on the page of the followed loan. */
function* followedCheck(computed: StatementResult, fields: FollowedLoanFields) {
  const { data } = FollowedLoanInput.safeParse(fields);
  return data && (yield* supportedLoan(data, computed)).result;
}

function accusesMore({ rows }: StatementResult, other: StatementResult | undefined): boolean {
  return (
    other?.rows.some(({ status }, index) => status === 'differs' && rows[index]!.status !== status) ?? false
  );
}

function requestOf(
  { inputs, accounts: { saved, loan, offset } }: StatementTerms,
  reading: AccountFilesReading,
  account: CheckedAccount,
): StatementInput {
  const { rates } = inputs;
  if (loan.length > 0 || !saved) return { ...toStatement(account), ...(rates.length > 0 && { rates }) };
  const { transactions } = saved;
  const previous = inputs.previous_charge_date || null;
  const balances =
    offset.length === 0 ? savedBalances(saved) : offsetBalances(reading.offsets, transactions, previous);
  return {
    transactions,
    ...typedFields(inputs),
    ...offsetEntries(withConstant(balances, constantOf(inputs), startOf(transactions, previous))),
  };
}

/** Its rows are certain. What is added to them is not. */
const savedRows = ({ transactions }: StatementInput): LoanRow[] =>
  transactions.map(({ date, amount, kind }, index) => {
    const cents = centsOf(String(amount)) ?? 0;
    return {
      file: '',
      number: index + 1,
      date,
      cents,
      size: Math.abs(cents),
      balance: null,
      texts: [],
      interest: null,
      isFee: kind === 'fee',
      follows: true,
      isAnswered: false,
      otherDate: null,
      kind: kind ?? 'other',
      isAsked: false,
      isKindAnswered: false,
    };
  });

const isOtherOpening = (
  { opening_balance: saved }: StatementInput,
  { opening_balance: typed }: StatementInput,
) => centsOf(String(saved ?? '')) !== centsOf(String(typed ?? ''));

const savedBalances = ({ offset_balances: balances }: StatementInput): DayBalance[] =>
  (balances ?? []).map(({ date, balance }) => ({ date, cents: centsOf(String(balance)) ?? 0 }));

/** Of the accounts without a file. */
const constantOf = ({ offset_accounts: accounts }: StatementTerms['inputs']): number =>
  accounts.reduce((sum, { opening_balance }) => sum + Math.max(0, centsOf(opening_balance) ?? 0), 0);

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

/** The account of a check as that of a loan that is followed, with each offset account of its own. */
function followedLoan(
  { inputs, accounts: { saved, loan } }: StatementTerms,
  { offset_balances: together, ...request }: StatementInput,
  { offsets }: AccountFilesReading,
  { rows, previousChargeDate }: CheckedAccount,
): FollowedLoanFields {
  if (loan.length === 0 && saved) {
    return { ...request, offset_accounts: together ? [{ balances: together }] : [] };
  }
  const start = startOf(rows, previousChargeDate);
  const last = rows.at(-1)?.date ?? '';
  const accounts = [
    ...offsets.map((offset) => {
      const days = [...balancesByDay(offset.account.rows, offset.openingCents ?? 0)];
      return balanceFields([
        ...offsetBalances([offset], rows, previousChargeDate),
        // They wait for the next rows of the loan.
        ...days.flatMap(([date, cents]) => (date > last ? { date, cents } : [])),
      ]);
    }),
    // Without a file.
    ...inputs.offset_accounts.map(({ opening_balance: balance }) => [
      { date: start, balance: Math.max(0, centsOf(balance) ?? 0) / 100 },
    ]),
  ];
  return { ...request, offset_accounts: accounts.map((balances) => ({ balances })) };
}
