import { count } from 'contract/counts.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CategoryDescription,
  CategoryName,
  choiceQuestion,
  numberQuestion,
} from 'contract/quiz/quiz-fields.ts';
import { z } from 'zod';
import { insertEvent } from '#audit/audit.queries.ts';
import { lockName } from '#platform/database/clock-and-locks.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { planCategories } from './categories.service.ts';
import { hasCategories } from './quiz.queries.ts';
import { insertBank } from './import-questions.service.ts';

/** Questions with choices also have a `check`, with which the tests compute the answer. */
const StarterFile = z.object({
  category: z.object({ name: CategoryName, description: CategoryDescription }),
  questions: z.array(z.discriminatedUnion('kind', [z.object(choiceQuestion), z.object(numberQuestion)])),
});

const importedByServer = { action: 'importQuestions', actor_id: null };

/**
 * Imports the questions of the folder at the first start without categories, and never again, even if staff
 * delete them all. Safe for concurrent starts.
 */
export async function importStarterBank(database: Database, folder: string): Promise<void> {
  const [categories] = await hasCategories(database);
  if (categories?.found) return;
  const files = (await readdir(folder)).toSorted();
  const bank = await Promise.all(
    files.map(async (file) => StarterFile.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))),
  );
  const questions = bank.flatMap((file) =>
    file.questions.map((question) => ({ ...question, category: file.category.name })),
  );
  await database.prisma.$transaction(async (tx) => {
    await lockName(tx, 'starter question bank');
    const isDone = (await tx.quizCategory.count()) + (await tx.auditEvent.count({ where: importedByServer }));
    if (isDone > 0) return;
    const named = bank.map(({ category }) => category);
    const plan = await planCategories(tx, named);
    await insertBank(tx, plan, questions);
    await insertEvent(tx, {
      action: importedByServer.action,
      ipAddress: null,
      ipRecordUserId: null,
      message: `The starter bank of ${count(questions.length, 'quiz question')} was imported.`,
      level: 'INFO',
      fromProxy: false,
      actorId: null,
      userId: null,
      client: null,
      details: { rows: questions.length },
    });
  });
}
