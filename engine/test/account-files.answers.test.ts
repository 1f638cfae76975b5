import { StatementBody } from 'contract/statements/statement-fields.ts';
import { restingCharges } from 'engine/account-files/evidence.ts';
import { plainText } from 'engine/account-files/kinds.ts';
import type { Answers, Typed } from 'engine/account-files/questions.ts';
import {
  type AccountFile,
  type AccountFilesReading,
  readAccountFiles,
} from 'engine/account-files/read-account-files.ts';
import type { FileAnswers } from 'engine/account-files/reading.ts';
import { toStatement } from 'engine/account-files/to-statement.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';
import { assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';
import { accountsOf, fileForms, rightLoans, writeFiles } from './right-loans.ts';

const noAnswers: Answers = { files: new Map(), belongs: new Map(), kinds: new Map() };

const change = (answers: Answers, file: string, next: (before: FileAnswers) => FileAnswers): Answers => ({
  ...answers,
  files: new Map([...answers.files, [file, next(answers.files.get(file) ?? {})]]),
});

/** Every answer to the first open question that must be answered, or to the first row of which the kind is asked. */
function nextAnswers(reading: AccountFilesReading, answers: Answers): Answers[] {
  const readings = [...reading.lines.map((line) => line.reading), ...reading.empty];
  for (const { sheet, asks, faults, rows } of readings) {
    const { file } = sheet;
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
    ({ isAsked, reading: { sheet } }) => isAsked && !answers.belongs.has(sheet.file),
  );
  if (asked)
    return [true, false].map((isOne) => ({
      ...answers,
      belongs: new Map([...answers.belongs, [asked.reading.sheet.file, isOne]]),
    }));
  if (reading.must.has('interest')) {
    const texts = [
      ...new Set(
        reading.rows.filter(({ cents }) => (cents ?? 0) > 0).map(({ texts: all }) => plainText(all)),
      ),
    ];
    return texts.map((text) => withKind(reading, answers, text, 'interest'));
  }
  const row = reading.rows.find(({ isAsked }) => isAsked);
  if (!row) return [];
  const text = plainText(row.texts);
  return [withKind(reading, answers, text, 'interest'), withKind(reading, answers, text, 'other')];
}

const each = ({ files }: Answers, file: string) => files.get(file);

const withKind = (
  { rows }: AccountFilesReading,
  answers: Answers,
  text: string,
  kind: 'interest' | 'other',
): Answers => ({
  ...answers,
  kinds: new Map([
    ...answers.kinds,
    ...rows
      .filter((row) => plainText(row.texts) === text && (row.cents ?? 0) > 0)
      .map(({ file, number }) => [`${file} ${number}`, kind] as const),
    ...rows
      .filter((row) => row.isAsked && plainText(row.texts) === text)
      .map(({ file, number }) => [`${file} ${number}`, kind] as const),
  ]),
});

const mostCombinations = 40;

/** The charges that would be called wrong, under every combination of answers, with Yes to all that is only confirmed. */
function accusations(loan: AccountFile[], offset: AccountFile[], typed: Typed): object[] {
  const open: Answers[] = [noAnswers];
  for (let tried = 0; tried < mostCombinations; tried++) {
    const answers = open.pop();
    if (!answers) return [];
    const reading = finish(readAccountFiles({ loan, offset }, parseCsv, answers, typed));
    const next = nextAnswers(reading, answers);
    open.push(...next);
    if (next.length > 0 || reading.must.size > 0 || reading.rows.length === 0) continue;
    const { data } = StatementBody.safeParse(toStatement(reading, typed));
    if (!data) continue;
    const result = finish(statementResult(data));
    const { previousChargeDate } = typed;
    const resting = restingCharges({ reading, rows: reading.rows, answers, previousChargeDate }, result);
    const differing = result.rows.filter(({ status }, index) => status === 'differs' && !resting.has(index));
    if (differing.length > 0) return [answers, differing.map(({ runs: _runs, ...row }) => row)];
  }
  return [];
}

const filesOf = (place: string, texts: readonly string[]) =>
  texts.map((text, index) => ({ id: `${place}${index}`, name: `${place}-${index}.csv`, text }));

it('a right loan is never accused, under no answer to any question, whatever its files lack', () => {
  assert(
    property(rightLoans, fileForms, fileForms, (loan, form, offsetForm) => {
      const { rows, offset, previous } = accountsOf(loan);
      const typed = {
        previousChargeDate: previous,
        openingCents: form.hasBalances ? null : loan.opening,
        closingCents: null,
        offsetOpeningCents: new Map(
          ['offset0', 'offset1'].map((file) => [file, loan.offsetOpening ?? 0] as const),
        ),
      };
      const offsets =
        loan.offsetOpening === null || offset.length === 0
          ? []
          : filesOf('offset', writeFiles(offset, offsetForm, false));
      expect(accusations(filesOf('loan', writeFiles(rows, form, true)), offsets, typed)).toEqual([]);
    }),
    { numRuns: 80 },
  );
});
