import { formatMonthName } from 'contract/formats.ts';
import { readDate } from 'engine/account-files/cells.ts';
import type { Fault, SheetReading } from 'engine/account-files/reading.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { LabelledAnswer } from './answer-select.tsx';
import { ColumnSelects, type SheetProps } from './column-corrections.tsx';
import { filesOfForm } from './files-of-form.ts';
import { type Line, nameOf } from './line-texts.ts';
import { interestCandidates } from './interest-candidates.ts';
import { Question } from './question.tsx';
import { setKind } from './table-rows.ts';
import { SideQuestions } from './side-questions.tsx';
import type { AccountFiles } from './use-account-files.ts';

interface FileQuestionsProps extends SheetProps {
  name: string;
  line?: Line;
}

/** What must be answered about a file before anything is checked. */
export function FileQuestions({ reading, place, files, name, line }: FileQuestionsProps) {
  const { asks, faults, sheet } = reading;
  return (
    <>
      {(asks.has('date_order') || orderAnswer(reading, files)) && <DateOrder {...{ reading, files }} />}
      {asks.has('columns') && (
        <Question title="Which columns hold the amount and the balance?">
          <ColumnSelects {...{ reading, place, files }} />
        </Question>
      )}
      {asks.has('signs') && <Signs {...{ reading, place, files }} />}
      <SideQuestions {...{ reading, place, files }} />
      <AccountQuestion file={sheet.file} files={files} />
      {line?.isAsked && <OneAccount {...{ line, files, name }} />}
      {faults.map((fault) => (
        <FaultQuestion key={`${fault.number} ${fault.column}`} {...{ fault, place, files, reading }} />
      ))}
    </>
  );
}

/** Which of several accounts in a file is the loan. */
export function AccountQuestion({ file, files }: { file: string; files: AccountFiles }) {
  const isAsked = files.reading?.must.has('account') ?? false;
  const names = files.reading?.accounts.find((each) => each.file === file)?.names ?? [];
  if (!isAsked || names.length < 2) return null;
  return (
    <Question title="Which account is the loan?">
      <LabelledAnswer
        label="Account"
        value=""
        options={[['', 'Choose'], ...optionsOf(names)]}
        answer={(account) => void files.answer((answers) => ({ ...answers, account }))}
      />
    </Question>
  );
}

type OrderProps = Pick<SheetProps, 'reading' | 'files'>;

function orderAnswer({ sheet }: OrderProps['reading'], { answers }: OrderProps['files']) {
  const { isMonthFirst, isYearFirst } = answers.files.get(sheet.file) ?? {};
  if (isYearFirst !== undefined) return isYearFirst ? 'year' : 'day';
  return isMonthFirst === undefined ? '' : isMonthFirst ? 'month' : 'day';
}

/** Stays when it is answered, to be changed. */
function DateOrder({ reading, files }: OrderProps) {
  const example = dateOrderExample(reading);
  const answer = orderAnswer(reading, files);
  if (!example) return null;
  return (
    <Question title={example.question} isAnswered={answer !== ''}>
      <LabelledAnswer
        label="Order of Dates"
        value={answer}
        options={[
          ...(answer === '' ? [['', 'Choose'] as const] : []),
          ['day', `Day first: ${example.dayFirst}`],
          'yearFirst' in example
            ? ['year', `Year first: ${example.yearFirst}`]
            : ['month', `Month first: ${example.monthFirst}`],
        ]}
        answer={(value) =>
          files.answerOf([reading.sheet.file], () =>
            'yearFirst' in example ? { isYearFirst: value === 'year' } : { isMonthFirst: value === 'month' },
          )
        }
      />
    </Question>
  );
}

function Signs({ reading, place, files }: Pick<FileQuestionsProps, 'reading' | 'place' | 'files'>) {
  const answer = (isTurned: boolean) =>
    files.answerOf(filesOfForm(files, reading, place), () => ({ isTurned }));
  return (
    <Question
      title={
        place === 'loan'
          ? 'Does interest add to what you owe here?'
          : 'All balances are below 0. Is this money that you have?'
      }
    >
      <Button onClick={() => answer(true)}>Turn the signs</Button>
      <Button onClick={() => answer(false)}>They are right</Button>
    </Question>
  );
}

function OneAccount({ line, files, name }: { line: Line; files: AccountFiles; name: string }) {
  const { sheet } = line.reading;
  const before = nameOf(files, line.before ?? '');
  const { missingCents } = line;
  const why =
    missingCents === null
      ? `Nothing says whether ${name} and ${before} are one account.`
      : `${name} does not join ${before}: ${formatAud(Math.abs(missingCents) / 100)} are missing between them.`;
  return (
    <Question title={`${why} Are they one account?`}>
      <Button onClick={() => files.belong(sheet, true)}>One account</Button>
      <Button onClick={() => files.belong(sheet, false)}>Two accounts</Button>
    </Question>
  );
}

function FaultQuestion({ fault, place, files, reading }: SheetProps & { fault: Fault }) {
  const { number, column, text, step } = fault;
  const { sheet, columns } = reading;
  const { file } = sheet;
  const isDate = columns.dates.some((each) => (sheet.header?.[each] || 'Date') === column);
  const what = isDate ? 'a date' : 'an amount';
  const size = step === null ? '' : formatAud(Math.abs(step) / 100);
  const [added, reduced] = place === 'loan' ? ['added', 'repaid'] : ['paid in', 'paid out'];
  const verb = (step ?? 0) > 0 ? added : reduced;
  return (
    <Question
      title={`Row ${number}, ${column}: “${text}” is not ${what}.${step === null || isDate ? '' : ` By the balances it is ${size} ${verb}.`}`}
    >
      {step !== null && !isDate && (
        <Button
          onClick={() => files.answerOf([file], ({ taken = [] }) => ({ taken: new Set([...taken, number]) }))}
        >
          {`Take ${size}`}
        </Button>
      )}
      <Button
        variant="ghost"
        onClick={() =>
          files.answerOf([file], ({ leftOut = [] }) => ({
            leftOut: new Map([...leftOut, [number, 'No transaction']]),
          }))
        }
      >
        Leave out
      </Button>
    </Question>
  );
}

/** Where no row of the loan is interest. */
export function InterestQuestion({ files }: { files: AccountFiles }) {
  const candidates = interestCandidates(files.reading?.rows ?? []);
  return (
    <Question title="We found no interest. Which rows are it?">
      {candidates.length === 0 && <p>Mark them as interest in the table below.</p>}
      {candidates.map(({ text, rows }) => (
        <Button key={text} onClick={() => void files.answer((answers) => setKind(answers, rows, 'interest'))}>
          {text}
        </Button>
      ))}
    </Question>
  );
}

const ambiguous = /^\D*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\D*$/;

/** The first date of a file that has two readings, in the words of the question. */
function dateOrderExample({ sheet, columns, isYearOpen }: SheetReading) {
  for (const { cells } of sheet.rows) {
    for (const column of columns.dates) {
      const text = cells[column]?.trim() ?? '';
      const [, first = '', second = '', year = ''] = ambiguous.exec(text) ?? [];
      if (isYearOpen && first) return yearExample(text, [first, second, year]);
      const { dayFirst = null, monthFirst = null } = readDate(`${first}/${second}/${year}`) ?? {};
      if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) continue;
      return {
        question: `Is “${text}” the ${ordinal(first)} of ${formatMonthName(dayFirst)} or the ${ordinal(second)} of ${formatMonthName(monthFirst)}?`,
        dayFirst: formatLongDate(dayFirst),
        monthFirst: formatLongDate(monthFirst),
      };
    }
  }
  return undefined;
}

function yearExample(text: string, [first, second, third]: readonly [string, string, string]) {
  const [dayFirst, yearFirst] = [`20${third}-${second}-${first}`, `20${first}-${second}-${third}`].map(
    formatLongDate,
  );
  return { question: `Is “${text}” ${dayFirst} or ${yearFirst}?`, dayFirst, yearFirst };
}

const ordinal = (text: string) => `${Number(text)}${['th', 'st', 'nd', 'rd'][Number(text)] ?? 'th'}`;
