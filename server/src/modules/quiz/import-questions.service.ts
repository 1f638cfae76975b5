import type { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { v7 as uuidv7 } from 'uuid';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type CategoryPlan, planCategories } from './categories.service.ts';
import { rowOf, storedOf } from './question-rows.ts';
import { questionCountText, type QuizDependencies } from './questions.service.ts';
import { readBank } from './read-bank.ts';
import { countAnswersTask } from './statistics.service.ts';

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
async function withoutExisting(
  tx: Transaction,
  { idOf }: CategoryPlan,
  questions: BankQuestion[],
): Promise<BankQuestion[]> {
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
