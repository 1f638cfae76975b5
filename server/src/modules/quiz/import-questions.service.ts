import { isUtf8 } from 'node:buffer';
import { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { v7 as uuidv7 } from 'uuid';
import { formatNumber } from 'contract/formats.ts';
import { count } from 'contract/counts.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import type { BankCsvRow } from 'contract/quiz/bank-csv.ts';
import { decodeText } from 'contract/text-encoding.ts';
import { messages } from 'contract/texts.ts';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import type { Transaction } from '#platform/database/database.ts';
import { faultsOf } from '#domain/training/check-question.ts';
import type { QuestionCalculators } from '#domain/training/solutions.ts';
import { AppError } from '#errors.ts';
import { hasMoreValues } from '#platform/request-size.ts';
import { type CategoryPlan, planCategories } from './categories.service.ts';
import { rowOf, storedOf } from './question-rows.ts';
import { questionCountText, type QuizDependencies } from './questions.service.ts';
import { countAnswersTask } from './statistics.service.ts';
import { parseBankCsv, refusedFile } from './bank-csv.ts';

/** `content` is for the schema to check. */
type BankRow = Pick<BankCsvRow, 'surplusCells'> & { content: unknown };

async function readBank(bytes: Buffer | undefined, calculators: QuestionCalculators) {
  if (!bytes) throw refusedFile('Required.');
  const text = decode(bytes);
  const rows = /^\s*[[{]/.test(text) ? readBankJson(text) : parseBankCsv(text);
  if (rows.length === 0) throw refusedFile('Has no rows.');
  if (rows.length > quizLimits.importRows) {
    throw refusedFile(`Must have at most ${formatNumber(quizLimits.importRows)} rows.`);
  }
  const questions: { number: number; question: BankQuestion }[] = [];
  const faults = new Map<string, string[]>();
  const addFaults = (number: number, found: Iterable<[string, string[]]>) => {
    for (const [field, reasons] of found) faults.set(`row ${number}: ${field}`, reasons);
  };
  for (const [index, row] of rows.entries()) {
    const checked = checkRow(row);
    if (checked instanceof Map) addFaults(index + 1, checked);
    else questions.push({ number: index + 1, question: checked });
  }
  const computed = questions.filter(({ question }) => question.kind === 'number');
  if (computed.length > quizLimits.computedRows) {
    throw refusedFile(`Must have at most ${quizLimits.computedRows} questions whose answer is a number.`);
  }
  for (const { number, question } of computed) {
    const found = Object.entries(await faultsOf(storedOf(question), calculators));
    // Of a row, only its columns are named.
    addFaults(
      number,
      found.map(([path, reasons]) => [path.replace(/\..*/, ''), reasons]),
    );
  }
  if (faults.size > 0) throw refusedRows(faults);
  return questions.map(({ question }) => question);
}

/** Spreadsheets are ZIP files. */
const zipSignature = 'PK\u0003\u0004';
const saveAsUtf8 = ' In a spreadsheet, save the file as “CSV UTF-8”.';

function decode(bytes: Buffer): string {
  if (bytes.toString('latin1', 0, 4) === zipSignature) {
    throw refusedFile(`Must be CSV or JSON, not a spreadsheet.${saveAsUtf8}`);
  }
  const { encoding, text } = decodeText(bytes);
  if (encoding === 'UTF-8') return text;
  throw refusedFile(
    encoding === 'Windows-1252'
      ? `Must be in UTF-8. Line ${firstLineNotInUtf8(bytes)} is in another encoding, such as Windows-1252.${saveAsUtf8}`
      : `Must be in UTF-8, not in ${encoding}.${saveAsUtf8}`,
  );
}

/** The number of the first line that is not in UTF-8, from 1. */
function firstLineNotInUtf8(bytes: Buffer): number {
  let [number, start] = [1, 0];
  for (;;) {
    const end = bytes.indexOf('\n', start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return number;
    [number, start] = [number + 1, end + 1];
  }
}

/** Far more than a question has, and few enough to parse between other requests. */
const valuesOfRow = 50;

function readBankJson(text: string): BankRow[] {
  let rows: unknown;
  if (hasMoreValues(text, quizLimits.importRows * valuesOfRow)) {
    throw refusedFile(
      `Has more than ${valuesOfRow} values for each of ${formatNumber(quizLimits.importRows)} rows.`,
    );
  }
  try {
    rows = JSON.parse(text);
  } catch {
    throw refusedFile('Must be valid JSON.');
  }
  if (!Array.isArray(rows)) throw refusedFile('Must be an array of questions.');
  return rows.map((content: unknown) => ({ content }));
}

/** The question, or its faults by field. */
function checkRow({ content, surplusCells }: BankRow): BankQuestion | Map<string, string[]> {
  if (surplusCells !== undefined) {
    return new Map([['columns', [`Has ${surplusCells} cells, more than there are columns.`]]]);
  }
  const parsed = BankQuestion.safeParse(content);
  return parsed.success ? parsed.data : faultsOfError(parsed.error);
}

function faultsOfError({ issues }: z.ZodError): Map<string, string[]> {
  const faults = new Map<string, string[]>();
  for (const issue of issues) {
    const isUnknown = issue.code === 'unrecognized_keys';
    const reason = isUnknown ? messages.unknownField : issue.message;
    for (const field of isUnknown ? issue.keys : [String(issue.path[0] ?? 'question')]) {
      const reasons = faults.get(field) ?? [];
      if (!reasons.includes(reason)) faults.set(field, [...reasons, reason]);
    }
  }
  return faults;
}

function refusedRows(faults: Map<string, string[]>): AppError {
  const { namedFaults } = quizLimits;
  const found = `${count(faults.size, 'fault was', 'faults were')} found`;
  const more = faults.size > namedFaults ? `, ${faults.size - namedFaults} more than are named` : '';
  const details: FieldErrors = Object.fromEntries([...faults].slice(0, namedFaults));
  return new AppError('validation_failed', `${found}${more}. Nothing was saved.`, { details });
}

interface Import {
  file: Buffer | undefined;
  isDryRun: boolean;
  includesExisting: boolean;
}

/** Imports all valid rows or none. Questions that exist are imported again only on request. */
export async function importQuestions(
  { database, calculators }: QuizDependencies,
  actor: Actor,
  { file, isDryRun, includesExisting }: Import,
) {
  const questions = await readBank(file, calculators);
  return database.prisma.$transaction(async (tx) => {
    const categories = questions.map(({ category }) => ({ name: category, description: '' }));
    const plan = await planCategories(tx, categories);
    const newQuestions = await withoutExisting(tx, plan, questions);
    const counts = { rows: questions.length, existing: questions.length - newQuestions.length };
    if (isDryRun) return { ...counts, created: 0 };
    const chosen = includesExisting ? questions : newQuestions;
    if (chosen.length === 0) return { ...counts, created: 0 };
    await insertBank(tx, plan, chosen);
    await enqueueJob(tx, countAnswersTask, {});
    await recordStaffEvent(tx, actor, {
      action: 'importQuestions',
      subject: questionCountText(chosen.length),
      details: { rows: chosen.length },
    });
    return { ...counts, created: chosen.length };
  });
}

/** A question exists if its category has one with the same text and choices. */
async function withoutExisting(tx: Transaction, { idOf }: CategoryPlan, questions: BankQuestion[]) {
  const stored = await tx.quizQuestion.findMany({
    where: { category_id: { in: [...new Set(questions.map(({ category }) => idOf(category)))] } },
    select: { category_id: true, text: true, choices: true },
  });
  const keys = new Set(stored.map(({ category_id, text, choices }) => keyOf(category_id, text, choices)));
  return questions.filter((question) => {
    const { text, choices } = storedOf(question);
    return !keys.has(keyOf(idOf(question.category), text, choices));
  });
}

const keyOf = (categoryId: string, text: string, choices: string[]) =>
  JSON.stringify([categoryId, text, choices]);

/** Limits the length of each statement. */
const batchRows = 1_000;

export async function insertBank(
  tx: Transaction,
  { missing, idOf }: CategoryPlan,
  questions: readonly BankQuestion[],
): Promise<void> {
  await tx.quizCategory.createMany({ data: missing });
  const rows = questions.map(({ category, ...question }) => ({
    ...rowOf(question),
    id: uuidv7(),
    category_id: idOf(category),
  }));
  for (let start = 0; start < rows.length; start += batchRows) {
    await tx.quizQuestion.createMany({ data: rows.slice(start, start + batchRows) });
  }
}
