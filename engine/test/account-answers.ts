/** Checks files under every combination of answers to what is asked about them. */
import { parse } from 'csv-parse/sync';
import { StatementBody, type StatementInput } from 'contract/statements/statement-fields.ts';
import { restingCharges } from 'engine/account-files/evidence.ts';
import { plainText } from 'engine/account-files/kinds.ts';
import { accountKey, type Answers, noAnswers, type Typed } from 'engine/account-files/questions.ts';
import {
  type AccountFile,
  type AccountFilesReading,
  type LoanRow,
  readAccountFiles,
} from 'engine/account-files/read-account-files.ts';
import type { FileAnswers } from 'engine/account-files/reading.ts';
import { restingRepeats } from 'engine/account-files/repeated-fees.ts';
import { accountMoves, checkedAccount, toStatement } from 'engine/account-files/to-statement.ts';
import { likelyResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';
import type { Possibility } from 'engine/statements/possible-charges.ts';
import { supportedResult } from 'engine/statements/supported-result.ts';
import { typedWith } from './account-rows.ts';

const change = (answers: Answers, file: string, next: (before: FileAnswers) => FileAnswers): Answers => ({
  ...answers,
  files: new Map([...answers.files, [file, next(answers.files.get(file) ?? {})]]),
});

const keyOf = ({ texts, cents }: LoanRow) => `${plainText(texts)} ${Math.sign(cents ?? 0)}`;

/** Every answer to the first open question that must be answered, or to the first row of which the kind is asked. */
function nextAnswers(reading: AccountFilesReading, answers: Answers): Answers[] {
  const readings = [...reading.lines.map((line) => line.reading), ...reading.empty];
  for (const { sheet, asks, faults, rows, isYearOpen } of readings) {
    const { file } = sheet;
    if (isYearOpen)
      return [true, false].map((isYearFirst) => change(answers, file, (each) => ({ ...each, isYearFirst })));
    if (asks.has('date_order'))
      return [true, false].map((isMonthFirst) =>
        change(answers, file, (each) => ({ ...each, isMonthFirst })),
      );
    if (asks.has('signs'))
      return [true, false].map((isTurned) => change(answers, file, (each) => ({ ...each, isTurned })));
    const open = rows.find(({ cents }) => cents === null);
    if (asks.has('sides') && open)
      return [true, false].map((adds) =>
        change(answers, file, (each) => ({
          ...each,
          sides: new Map([...(each.sides ?? []), [open.number, adds]]),
        })),
      );
    const [fault] = faults;
    if (fault)
      return [
        change(answers, file, (each) => ({
          ...each,
          leftOut: new Map([...(each.leftOut ?? []), [fault.number, 'No transaction']]),
        })),
        ...(fault.step === null || each(answers, file)?.taken?.has(fault.number)
          ? []
          : [
              change(answers, file, (before) => ({
                ...before,
                taken: new Set([...(before.taken ?? []), fault.number]),
              })),
            ]),
      ];
  }
  const asked = reading.lines.find(
    ({ isAsked, reading: { sheet } }) => isAsked && !answers.belongs.has(accountKey(sheet)),
  );
  if (asked)
    return [true, false].map((isOne) => ({
      ...answers,
      belongs: new Map([...answers.belongs, [accountKey(asked.reading.sheet), isOne]]),
    }));
  if (reading.must.has('interest')) {
    const texts = [
      ...new Set(
        reading.rows.filter(({ cents }) => (cents ?? 0) > 0).map(({ texts: all }) => plainText(all)),
      ),
    ];
    return texts.map((text) =>
      withKind(reading, answers, (row) => plainText(row.texts) === text && (row.cents ?? 0) > 0, 'interest'),
    );
  }
  const row = reading.rows.find(({ isAsked }) => isAsked);
  if (!row) return [];
  const isMeant = (other: LoanRow) => other.isAsked && keyOf(other) === keyOf(row);
  return [withKind(reading, answers, isMeant, 'interest'), withKind(reading, answers, isMeant, 'other')];
}

const each = ({ files }: Answers, file: string) => files.get(file);

const withKind = (
  { rows }: AccountFilesReading,
  answers: Answers,
  isMeant: (row: LoanRow) => boolean,
  kind: 'interest' | 'other',
): Answers => ({
  ...answers,
  kinds: new Map([
    ...answers.kinds,
    ...rows.filter(isMeant).map(({ file, number }) => [`${file} ${number}`, kind] as const),
  ]),
});

interface Files {
  loan: AccountFile[];
  offset: AccountFile[];
  typed: Typed;
  /** What the offset accounts without a file hold. */
  constantCents?: number;
  rates?: StatementInput['rates'];
}

/** Reads and checks files with answers. The charges that would be called wrong have a status of `differs`. */
export function checkFiles({ loan, offset, typed, constantCents = 0, rates }: Files, answers = noAnswers) {
  const reading = finish(readAccountFiles({ loan, offset }, parse, answers, typed));
  const account = checkedAccount(reading, typed, { range: null, constantCents });
  const { data } = StatementBody.safeParse({ ...toStatement(account), rates });
  if (reading.must.size > 0 || reading.rows.length === 0 || !data)
    return { reading, charges: [], possible: new Map<number, Possibility>(), repeats: [] };
  const result = finish(likelyResult(data));
  const { previousChargeDate } = typed;
  const checked = { reading, rows: account.rows, answers, previousChargeDate, constantCents };
  const resting = restingCharges(checked, result);
  const moves = () => accountMoves(account.rows, reading.offsets);
  const { result: supported, possible } = finish(supportedResult(result, { body: data, resting, moves }));
  const repeats = restingRepeats(checked, result);
  return {
    reading,
    possible,
    charges: supported.rows.map(({ runs: _runs, ...charge }) => charge),
    repeats: result.findings.filter(({ kind }, index) => kind === 'repeat' && !repeats.has(index)),
  };
}

const mostCombinations = 40;

/** The charges that would be called wrong and the fees charged twice, under every combination of answers, with Yes to all that is only confirmed. */
export function accusations(files: Files): object[] {
  const open: Answers[] = [noAnswers];
  for (let tried = 0; tried < mostCombinations; tried++) {
    const answers = open.pop();
    if (!answers) return [];
    const { reading, charges, repeats } = checkFiles(files, answers);
    const next = nextAnswers(reading, answers);
    open.push(...next);
    const differing = charges.filter(({ status }) => status === 'differs');
    if (next.length === 0 && differing.length + repeats.length > 0) return [answers, differing, repeats];
  }
  return [];
}

export const filesOf = (place: string, texts: readonly string[]) =>
  texts.map((text, index) => ({ id: `${place}${index}`, name: `${place}-${index}.csv`, text }));

export const filesFor = (loan: string[], offset: string[] = [], typed = typedWith()) => ({
  loan: filesOf('loan', loan),
  offset: filesOf('offset', offset),
  typed,
});

export const explained = ({ charges }: ReturnType<typeof checkFiles>) =>
  charges.filter(({ status }) => status === 'explained').length;
