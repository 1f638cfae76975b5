import type { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { quizLimits, quizMessages } from 'contract/quiz/quiz.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError } from '#errors.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import { ensureCategories } from './categories.service.ts';
import { questionCountText } from './questions.service.ts';
import { readBank } from './read-bank.ts';

/** Imports all rows or none. */
export async function importQuestions(
  { database }: HasDatabase,
  actor: Actor,
  { file, isDryRun }: { file: Buffer | undefined; isDryRun: boolean },
): Promise<{ rows: number; created: number }> {
  const questions = readBank(file);
  const rows = questions.length;
  if (isDryRun) {
    await refuseTooManyCategories(database, questions);
    return { rows, created: 0 };
  }
  await database.prisma.$transaction(async (tx) => {
    await insertBank(
      tx,
      questions.map(({ category }) => ({ name: category, description: '' })),
      questions,
    );
    await recordStaffEvent(tx, actor, {
      action: 'importQuestions',
      subject: questionCountText(rows),
      details: { rows },
    });
  });
  return { rows, created: rows };
}

async function refuseTooManyCategories({ prisma }: Database, questions: BankQuestion[]): Promise<void> {
  const existing = await prisma.quizCategory.findMany({ select: { name: true } });
  const names = [...existing.map(({ name }) => name), ...questions.map(({ category }) => category)];
  if (new Set(names.map((name) => name.toLowerCase())).size > quizLimits.categories) {
    throw new AppError('conflict', quizMessages.tooManyCategories);
  }
}

/** Limits the length of each statement. */
const batchRows = 1_000;

export async function insertBank(
  tx: Transaction,
  categories: readonly { name: string; description: string }[],
  questions: readonly BankQuestion[],
): Promise<void> {
  const idOf = await ensureCategories(tx, categories);
  const rows = questions.map(({ category, ...question }) => ({
    ...question,
    id: uuidv7(),
    category_id: idOf(category),
  }));
  for (let start = 0; start < rows.length; start += batchRows) {
    await tx.quizQuestion.createMany({ data: rows.slice(start, start + batchRows) });
  }
}
