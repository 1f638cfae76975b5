import { count } from 'contract/counts.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BankQuestion,
  CategoryDescription,
  CategoryName,
  choiceQuestion,
  numberQuestion,
} from 'contract/quiz/quiz-fields.ts';
import { z } from 'zod';
import { insertEvent } from '#audit/audit.queries.ts';
import { type NamedActor, recordStaffEvent } from '#audit/audit.ts';
import { lockName } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import { planCategories } from './categories.service.ts';
import { insertBank } from './import-questions.service.ts';
import { questionCountText } from './questions.service.ts';
import { hasCategories } from './quiz.queries.ts';

/** Questions with choices also have a `check`, with which the tests compute the answer. */
const ReleaseFile = z.object({
  category: z.object({ name: CategoryName, description: CategoryDescription }),
  questions: z.array(z.discriminatedUnion('kind', [z.object(choiceQuestion), z.object(numberQuestion)])),
});

interface ReleaseBank {
  categories: { name: string; description: string }[];
  questions: BankQuestion[];
}

async function readReleaseBank(folder: string): Promise<ReleaseBank> {
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(
    names.map(async (name) => ReleaseFile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
  return {
    categories: files.map(({ category }) => category),
    questions: files.flatMap(({ category, questions }) =>
      questions.map((question) => ({ ...question, category: category.name })),
    ),
  };
}

/** Serializes the imports of release questions. */
const lockReleaseQuestions = (tx: Transaction) => lockName(tx, 'release questions');

/** Saves the chosen questions of the release, and that the installation has had all of them. */
async function insertRelease(tx: Transaction, release: ReleaseBank, chosen: readonly BankQuestion[]) {
  const names = new Set(chosen.map(({ category }) => category));
  const plan = await planCategories(
    tx,
    release.categories.filter(({ name }) => names.has(name)),
  );
  await insertBank(tx, plan, chosen);
  await tx.releaseQuestion.createMany({
    data: release.questions.map(({ text }) => ({ text })),
    skipDuplicates: true,
  });
}

/**
 * Imports the questions of the folder at the first start without categories, and never again, even if staff
 * delete them all. Safe for concurrent starts.
 */
export async function importStarterBank(database: Database, folder: string): Promise<void> {
  const [categories] = await hasCategories(database);
  if (categories?.found) return;
  const release = await readReleaseBank(folder);
  const { questions } = release;
  await database.prisma.$transaction(async (tx) => {
    await lockReleaseQuestions(tx);
    const isDone = (await tx.quizCategory.count()) + (await tx.releaseQuestion.count());
    if (isDone > 0) return;
    await insertRelease(tx, release, questions);
    await insertEvent(tx, {
      action: 'importQuestions',
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

interface ReleaseImport {
  folder: string;
  isDryRun: boolean;
  includesRemoved: boolean;
}

/**
 * Imports the questions of this version that the installation never had. A question is recognized by its text, in any
 * category. One whose text staff changed, or that they deleted, is only imported again on request. Without an actor, the
 * operator acts in a terminal.
 */
export async function importReleaseQuestions(
  { database }: HasDatabase,
  actor: NamedActor | null,
  { folder, isDryRun, includesRemoved }: ReleaseImport,
) {
  const release = await readReleaseBank(folder);
  const texts = release.questions.map(({ text }) => text);
  return database.prisma.$transaction(async (tx) => {
    await lockReleaseQuestions(tx);
    const where = { text: { in: texts } };
    const present = await textsOf(tx.quizQuestion.findMany({ where, select: { text: true } }));
    const former = await textsOf(tx.releaseQuestion.findMany({ where }));
    const absent = release.questions.filter(({ text }) => !present.has(text));
    /** Those that this installation never had. */
    const missing = absent.filter(({ text }) => !former.has(text));
    const counts = { missing: missing.length, removed: absent.length - missing.length };
    if (isDryRun) return { ...counts, created: 0 };
    const chosen = includesRemoved ? absent : missing;
    await insertRelease(tx, release, chosen);
    if (chosen.length === 0) return { ...counts, created: 0 };
    await recordStaffEvent(tx, actor, {
      action: 'importReleaseQuestions',
      subject: `${questionCountText(chosen.length)} of this version`,
      details: { rows: chosen.length },
    });
    return { ...counts, created: chosen.length };
  });
}

const textsOf = async (rows: PromiseLike<{ text: string }[]>) =>
  new Set((await rows).map(({ text }) => text));
