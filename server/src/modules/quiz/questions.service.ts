import { type QuestionStatus, quizMessages } from 'contract/quiz/quiz.constants.ts';
import { Question } from 'contract/quiz/quiz-fields.ts';
import type { CreateQuestionBody, UpdateQuestionBody } from 'contract/quiz/quiz.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type HasDatabase, isCheckViolation, isForeignKeyViolation } from '#platform/database/database.ts';
import { deleteQuestionRows, updateQuestionStatus } from './questions.queries.ts';

export async function getQuestion({ database }: HasDatabase, id: string): Promise<Question> {
  const question = await database.prisma.quizQuestion.findUnique({ where: { id }, ...withCategory });
  if (!question) throw notFound();
  return toQuestion(question);
}

export async function createQuestion(
  { database }: HasDatabase,
  actor: Actor,
  given: z.output<typeof CreateQuestionBody>,
): Promise<Question> {
  return database.prisma
    .$transaction(async (tx) => {
      const data = { ...given, id: uuidv7() };
      const question = await tx.quizQuestion.create({ data, ...withCategory });
      await recordStaffEvent(tx, actor, {
        action: 'createQuestion',
        did: `created a quiz question in ${question.category.name}.`,
        details: data,
      });
      return toQuestion(question);
    })
    .catch(refuseMisfit);
}

export async function updateQuestion(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  given: z.output<typeof UpdateQuestionBody>,
): Promise<Question> {
  return database.prisma
    .$transaction(async (tx) => {
      const data = { ...given, date_updated: await readClock(tx) };
      const { count } = await tx.quizQuestion.updateMany({ where: { id }, data });
      if (count === 0) throw notFound();
      const question = await tx.quizQuestion.findUniqueOrThrow({ where: { id }, ...withCategory });
      await recordStaffEvent(tx, actor, {
        action: 'updateQuestion',
        did: `changed a quiz question in ${question.category.name}.`,
        details: { id, after: given },
      });
      return toQuestion(question);
    })
    .catch(refuseMisfit);
}

function refuseMisfit(error: unknown): never {
  if (isForeignKeyViolation(error)) throw validationFailed({ category_id: [quizMessages.noSuchCategory] });
  // Choices and answer may be changed separately, so the database checks that they match.
  if (isCheckViolation(error)) throw validationFailed({ answer: [quizMessages.noSuchChoice] });
  throw error;
}

export async function deleteQuestion(deps: HasDatabase, actor: Actor, id: string): Promise<void> {
  const deleted = await deleteQuestions(deps, actor, [id], 'deleteQuestion');
  if (deleted === 0) throw notFound();
}

/** Resolves to the number of rows. */
export async function deleteQuestions(
  { database }: HasDatabase,
  actor: Actor,
  ids: string[],
  action: 'deleteQuestion' | 'deleteQuestions' = 'deleteQuestions',
): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    const deleted = await deleteQuestionRows(tx, ids);
    if (deleted.length === 0) return 0;
    await recordStaffEvent(tx, actor, {
      action,
      did: `deleted ${questionCountText(deleted.length)}.`,
      details: { ids: deleted.map(({ id }) => id) },
    });
    return deleted.length;
  });
}

export async function setQuestionStatus(
  { database }: HasDatabase,
  actor: Actor,
  ids: string[],
  status: QuestionStatus,
): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    const updated = await updateQuestionStatus(tx, ids, status);
    if (updated.length === 0) return 0;
    const verb = status === 'published' ? 'published' : 'unpublished';
    await recordStaffEvent(tx, actor, {
      action: 'setQuestionStatus',
      did: `${verb} ${questionCountText(updated.length)}.`,
      details: { status, ids: updated.map(({ id }) => id) },
    });
    return updated.length;
  });
}

export const questionCountText = (count: number) => `${count} quiz ${count === 1 ? 'question' : 'questions'}`;

const withCategory = {
  include: { category: { select: { name: true } } },
  omit: { search_text: true },
} as const;

const toQuestion = (stored: Prisma.QuizQuestionGetPayload<typeof withCategory>): Question =>
  Question.parse({ ...stored, category_name: stored.category.name });
