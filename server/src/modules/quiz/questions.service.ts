import { count } from 'contract/counts.ts';
import { type QuestionStatus, quizMessages } from 'contract/quiz/quiz.constants.ts';
import { Question } from 'contract/quiz/quiz-fields.ts';
import type {
  CreateQuestionBody,
  DeleteQuestionsBody,
  ListQuestionsBody,
  UpdateQuestionBody,
} from 'contract/quiz/quiz.ts';
import type { Sort } from 'contract/lists.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { appliedFilter, recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { containing, orderBy, placeMatches } from '#domain/lists/small-lists.ts';
import { notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { earliest, readClock } from '#platform/database/clock-and-locks.queries.ts';
import {
  type Database,
  type HasDatabase,
  isCheckViolation,
  isForeignKeyViolation,
} from '#platform/database/database.ts';
import { deleteQuestionRows, updateQuestionStatus } from './quiz.queries.ts';

export type QuestionFilter = NonNullable<z.output<typeof DeleteQuestionsBody>['filter']>;

export async function questionsWhere(
  database: Database,
  { text, category_id, difficulty, status }: QuestionFilter,
): Promise<Prisma.QuizQuestionWhereInput> {
  return {
    ...(text !== undefined && { search_text: await containing(database, text) }),
    ...(category_id && { category_id }),
    ...(difficulty && { difficulty: Number(difficulty) }),
    ...(status && { status }),
  };
}

/** The text comes first in the column of the search. */
export const questionOrder = (sort: Sort) => orderBy(sort, { time: 'date_updated', name: 'search_text' });

export async function listQuestions(
  { database }: HasDatabase,
  { sort, page, page_size, ...filter }: z.output<typeof ListQuestionsBody>,
) {
  const { quizQuestion } = database.prisma;
  const where = await questionsWhere(database, filter);
  const totalQuestion = await quizQuestion.count({ where });
  const { noQuestionsFound } = quizMessages;
  const { place, range } = placeMatches({ page, page_size }, totalQuestion, where, noQuestionsFound);
  const rows = await quizQuestion.findMany({
    where,
    orderBy: questionOrder(sort),
    ...range,
    ...withCategory,
  });
  return { data: rows.map(toQuestion), totalQuestion, ...place };
}

export async function getQuestion({ database }: HasDatabase, id: string): Promise<Question> {
  return toQuestion(await database.prisma.quizQuestion.findUniqueOrThrow({ where: { id }, ...withCategory }));
}

export async function createQuestion(
  { database }: HasDatabase,
  actor: Actor,
  body: z.output<typeof CreateQuestionBody>,
): Promise<Question> {
  return database.prisma
    .$transaction(async (tx) => {
      const data = { ...body, id: uuidv7() };
      const question = await tx.quizQuestion.create({ data, ...withCategory });
      await recordStaffEvent(tx, actor, {
        action: 'createQuestion',
        subject: `a quiz question in ${question.category.name}`,
        details: data,
      });
      return toQuestion(question);
    })
    .catch(refuseConstraintViolation);
}

export async function updateQuestion(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  body: z.output<typeof UpdateQuestionBody>,
): Promise<Question> {
  return database.prisma
    .$transaction(async (tx) => {
      const data = { ...body, date_updated: await readClock(tx) };
      const question = await tx.quizQuestion.update({ where: { id }, data, ...withCategory });
      await recordStaffEvent(tx, actor, {
        action: 'updateQuestion',
        subject: `a quiz question in ${question.category.name}`,
        details: { id, after: body },
      });
      return toQuestion(question);
    })
    .catch(refuseConstraintViolation);
}

function refuseConstraintViolation(error: unknown): never {
  if (isForeignKeyViolation(error)) throw validationFailed({ category_id: [quizMessages.noSuchCategory] });
  // Choices and answer may be changed separately, so the database checks that they match.
  if (isCheckViolation(error)) throw validationFailed({ answer: [quizMessages.noSuchChoice] });
  throw error;
}

export async function deleteQuestion(deps: HasDatabase, actor: Actor, id: string): Promise<void> {
  const deleted = await deleteQuestions(deps, actor, [id], { action: 'deleteQuestion' });
  if (deleted === 0) throw notFound();
}

/** Resolves to the number of rows. The event names the ids, unless a filter selected the rows. */
export async function deleteQuestions(
  { database }: HasDatabase,
  actor: Actor,
  ids: string[],
  {
    action = 'deleteQuestions',
    filter,
  }: { action?: 'deleteQuestion' | 'deleteQuestions'; filter?: object } = {},
): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    const deleted = await deleteQuestionRows(tx, ids);
    if (deleted.length === 0) return 0;
    await recordStaffEvent(tx, actor, {
      action,
      subject: questionCountText(deleted.length),
      details: filter
        ? { filter: appliedFilter(filter), matched: ids.length, deleted: deleted.length }
        : { ids: deleted.map(({ id }) => id) },
    });
    return deleted.length;
  });
}

/** Deletes all matching questions except those edited after `until` or after the call. Resolves to the number of rows. */
export async function deleteMatchingQuestions(
  deps: HasDatabase,
  actor: Actor,
  filter: QuestionFilter,
  until: Date | undefined,
): Promise<number> {
  const { database } = deps;
  const latest = earliest(await readClock(database), until);
  const matches = await database.prisma.quizQuestion.findMany({
    where: { AND: [await questionsWhere(database, filter), { date_updated: { lte: latest } }] },
    select: { id: true },
  });
  const ids = matches.map(({ id }) => id);
  return deleteQuestions(deps, actor, ids, { filter: { ...filter, updated_before: latest } });
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
      message: `${verb} ${questionCountText(updated.length)}.`,
      details: { status, ids: updated.map(({ id }) => id) },
    });
    return updated.length;
  });
}

export const questionCountText = (questions: number) => count(questions, 'quiz question');

export const withCategory = {
  include: { category: { select: { name: true } } },
  omit: { search_text: true },
} as const;

export const toQuestion = (stored: Prisma.QuizQuestionGetPayload<typeof withCategory>): Question =>
  Question.parse({ ...stored, category_name: stored.category.name });
