/** What must be confirmed before a charge that differs is shown. */
import { count } from 'contract/counts.ts';
import { fewestCharges } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { balancesByDay } from 'engine/account-files/offsets.ts';
import type { AccountFilesReading, LoanRow } from 'engine/account-files/read-account-files.ts';
import { possibleOffsets } from 'engine/account-files/unused-accounts.ts';
import { accountKey, type Answers } from 'engine/account-files/questions.ts';
import { type DayRange, uncoveredOffsets } from 'engine/account-files/to-statement.ts';
import { plainText } from 'engine/account-files/kinds.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { groupBy } from 'engine/group-by.ts';
import { hasDifferences } from 'engine/statements/supported-result.ts';

export type CheckedRange = DayRange & { text: string };

export interface ConfirmQuestion {
  /** Of the files and the reading on which it rests, so that a change of them asks again. */
  key: string;
  text: string;
  /** The loan, or the name of an offset account. */
  about: string;
  /** The rows of which the answer is the kind. */
  rows?: readonly Pick<LoanRow, 'file' | 'number'>[];
  /** The days for which it can be checked in place of No, and their text. */
  range?: CheckedRange;
  /** The account in a file of which the answer is the role: Yes for an offset account. */
  account?: string;
}

interface RowsContext {
  reading: AccountFilesReading;
  rowName: (row: Pick<LoanRow, 'file' | 'number'>) => string;
}

interface QuestionContext extends RowsContext {
  result: StatementResult;
  /** The result with what the files and rates prove. */
  supported: StatementResult;
  /** What was answered about the accounts in the files. */
  roles: Answers['roles'];
  /** Whether only some of the days are checked. */
  isPart?: boolean;
}

/** What the rows are and from which day they count. */
export const rowQuestions = (context: RowsContext): ConfirmQuestion[] =>
  [
    ...interestQuestions(context),
    ...(context.reading.confirm.has('dates') ? [datesQuestion(context)] : []),
  ].map((question) => withBasis(question, context));

/** No answer about a file without balances is asked for: none proves that a row is not missing. */
export function confirmQuestions(context: QuestionContext): ConfirmQuestion[] {
  const { reading, result, supported } = context;
  if (result.totals.differing === 0) return [];
  // Their answers count only where what was read leads to a difference.
  const isShown = hasDifferences(supported);
  const isReadingAsked = reading.confirm.has('reading') && isShown;
  return [
    ...accountQuestions(context),
    ...rowQuestions(context),
    ...[
      ...(isReadingAsked ? [readingQuestion(reading)] : []),
      ...(isShown ? coversQuestions(context) : []),
    ].map((question) => withBasis(question, context)),
  ];
}

const withBasis = (question: ConfirmQuestion, { reading }: RowsContext): ConfirmQuestion => ({
  ...question,
  key: `${question.key} ${basisOf(reading, question.about)}`,
});

/** What was read of the account that a question is about: other days, amounts or kinds ask again. */
function basisOf(
  { rows, offsets, offsetBalances }: AccountFilesReading,
  about: ConfirmQuestion['about'],
): string {
  if (about === 'loan')
    return JSON.stringify(rows.map(({ file, date, cents, balance }) => [file, date, cents, balance]));
  const offset = offsets.find(({ name }) => name === about);
  return JSON.stringify([offset?.account.rows.map(({ date, cents }) => [date, cents]), offsetBalances[0]]);
}

/** Accounts in the files of the loan that may be its offset accounts. One that was answered is not asked about again. */
function accountQuestions({ reading, result, roles }: QuestionContext): ConfirmQuestion[] {
  const asked = new Set(
    result.rows.flatMap(({ status }, index) =>
      status === 'differs' ? possibleOffsets(reading.unused, index, result.rows) : [],
    ),
  );
  return [...asked].flatMap(({ sheet }) => {
    const key = accountKey(sheet);
    return roles?.has(key)
      ? []
      : {
          key: `account ${key}`,
          about: 'loan',
          text: `Is ${sheet.account} an offset account of this loan?`,
          account: key,
        };
  });
}

/** One for each text. */
function interestQuestions({ reading, rowName }: RowsContext): ConfirmQuestion[] {
  const byText = groupBy(
    reading.rows.filter(({ isAsked }) => isAsked),
    ({ texts, cents }) => `${plainText(texts)} ${Math.sign(cents ?? 0)}`,
  );
  return [...byText].map(([text, rows]) => {
    const { size, date, texts, cents } = rows[0];
    const amount = formatAud(size / 100);
    const what =
      (cents ?? 0) < 0
        ? `${amount} less owed on ${formatLongDate(date)}: is it interest your bank gave back on this loan?`
        : `${amount}: is it interest your bank charged on this loan?`;
    const others =
      rows.length > 1 ? ` Your answer is used for ${count(rows.length, 'row')} with this text.` : '';
    return {
      key: `interest ${text}`,
      about: 'loan',
      text: `${rowName(rows[0])}, “${texts.join(' ')}”, ${what}${others}`,
      rows,
    };
  });
}

function datesQuestion({ reading }: RowsContext): ConfirmQuestion {
  const line = reading.lines.find(({ reading: { hasOtherDates } }) => hasOtherDates);
  const { sheet, columns } = line?.reading ?? {};
  const column = columns?.dates[0] ?? 0;
  const header = sheet?.header?.[column] || `column ${column + 1}`;
  return {
    key: 'dates',
    about: 'loan',
    text: `We count rows from the ${header}. Is that the day from which they count?`,
  };
}

function readingQuestion({ lines }: AccountFilesReading): ConfirmQuestion {
  const ofLoan = lines.filter(({ account }) => account === 'loan').map(({ reading }) => reading);
  const following = ofLoan.reduce((sum, reading) => sum + reading.following, 0);
  const stated = ofLoan.reduce((sum, reading) => sum + reading.stated, 0);
  return {
    key: 'reading',
    about: 'loan',
    text: `Only ${following} of ${count(stated, 'balance')} follow. Is this what your bank’s website shows?`,
  };
}

/** The days of the offset accounts, for which charges can be checked where no answer proves what is held on others. */
export const coveredRanges = (context: QuestionContext): CheckedRange[] =>
  hasDifferences(context.supported) ? [] : coversQuestions(context).flatMap(({ range }) => range ?? []);

function coversQuestions({ reading, result, isPart = false }: QuestionContext): ConfirmQuestion[] {
  return uncoveredOffsets(reading.offsets, result).flatMap(({ name, account, openingCents }) => {
    const [first, last] = [account.rows[0], account.rows.at(-1)];
    if (!first || !last) return [];
    const opening = openingCents ?? 0;
    const closing = balancesByDay(account.rows, opening).get(last.date)!;
    const [before, after] = [opening, closing].map((cents) => formatAud(Math.max(cents, 0) / 100));
    const days = `${formatLongDate(first.date)} to ${formatLongDate(last.date)}`;
    const charges = result.rows.filter(({ date }) => date > first.date && date <= last.date);
    return {
      key: `covers ${name}`,
      about: name,
      text: `Offset ${name} has rows from ${days}. We take ${before} before and ${after} after. Is that right?`,
      // The check of these days alone asks about their edges, and leads back to all days.
      ...(!isPart &&
        charges.length >= fewestCharges && { range: { from: first.date, to: last.date, text: days } }),
    };
  });
}
