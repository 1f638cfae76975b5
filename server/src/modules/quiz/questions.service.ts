import { count } from 'contract/counts.ts';
import { type QuestionStatus, quizMessages } from 'contract/quiz/quiz.constants.ts';
import type { Question } from 'contract/quiz/quiz-fields.ts';
import {
  CreateQuestionBody,
  type DeleteQuestionsBody,
  type ListQuestionsBody,
  type QuestionSort,
  type UpdateQuestionBody,
} from 'contract/quiz/quiz.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { appliedFilter, recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { containing, orderBy, placeMatches } from '#domain/lists/small-lists.ts';
import { assertAnswerable, previewOf } from '#domain/training/check-question.ts';
import type { QuestionCalculators } from '#domain/training/solutions.ts';
import { fieldErrors, notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { earliest, readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type Database, type HasDatabase, isForeignKeyViolation } from '#platform/database/database.ts';
import { ofNewerVersion } from '#domain/stored-json.ts';
import { contentOf, rowOf, storedOf, toQuestion, withCategory } from './question-rows.ts';
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

const statisticsOrder = {
  hardest: { right_share: { sort: 'asc', nulls: 'last' } },
  easiest: { right_share: { sort: 'desc', nulls: 'last' } },
  least_telling: { discrimination: { sort: 'asc', nulls: 'last' } },
} as const;

const isStatistical = (sort: QuestionSort): sort is keyof typeof statisticsOrder =>
  Object.hasOwn(statisticsOrder, sort);

/** The text comes first in the column of the search. Questions without statistics come last. */
export const questionOrder = (sort: QuestionSort): Prisma.QuizQuestionOrderByWithRelationInput[] =>
  isStatistical(sort)
    ? [{ statistics: statisticsOrder[sort] }, { id: 'asc' }]
    : orderBy(sort, { time: 'date_updated', name: 'search_text' });

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

export interface QuizDependencies extends HasDatabase {
  calculators: QuestionCalculators;
}

export async function createQuestion(
  { database, calculators }: QuizDependencies,
  actor: Actor,
  { category_id, ...content }: z.output<typeof CreateQuestionBody>,
): Promise<Question> {
  await assertAnswerable(storedOf(content), calculators);
  return database.prisma
    .$transaction(async (tx) => {
      const data = { ...rowOf(content), category_id, id: uuidv7() };
      const question = await tx.quizQuestion.create({ data, ...withCategory });
      await recordStaffEvent(tx, actor, {
        action: 'createQuestion',
        subject: `a quiz question in ${question.category.name}`,
        details: { id: data.id, category_id, ...content },
      });
      return toQuestion(question);
    })
    .catch(refuseUnknownCategory);
}

export async function previewQuestion(
  { calculators }: QuizDependencies,
  { category_id: _category, ...content }: z.output<typeof CreateQuestionBody>,
) {
  const question = storedOf(content);
  await assertAnswerable(question, calculators);
  return previewOf(question, calculators);
}

/** The whole question is validated with its change, and again if another change was saved meanwhile. */
export async function updateQuestion(
  deps: QuizDependencies,
  actor: Actor,
  id: string,
  body: z.output<typeof UpdateQuestionBody>,
): Promise<Question> {
  const { database, calculators } = deps;
  for (;;) {
    const stored = await getQuestion(deps, id);
    if (stored.kind === 'unknown') throw ofNewerVersion();
    const content = changedContent(stored, body);
    if (changesAnswer(body)) await assertAnswerable(storedOf(content), calculators);
    const saved = await database.prisma
      .$transaction(async (tx) => {
        const data = {
          ...rowOf(content),
          date_updated: await readClock(tx),
          category_id: content.category_id,
          ...(changesAnswer(body) && { calculation_fault: null }),
        };
        const { count: updated } = await tx.quizQuestion.updateMany({
          where: { id, date_updated: stored.date_updated },
          data,
        });
        if (updated === 0) return undefined;
        const question = await tx.quizQuestion.findUniqueOrThrow({ where: { id }, ...withCategory });
        await recordStaffEvent(tx, actor, {
          action: 'updateQuestion',
          subject: `a quiz question in ${question.category.name}`,
          details: { id, after: body },
        });
        return toQuestion(question);
      })
      .catch(refuseUnknownCategory);
    if (saved) return saved;
  }
}

const answerFields = ['kind', 'text', 'explanation', 'unit', 'solution', 'variables'] as const;
const changesAnswer = (body: z.output<typeof UpdateQuestionBody>) =>
  answerFields.some((field) => body[field] !== undefined);

/** A change of the kind drops the fields of the other kind. */
function changedContent(stored: Question, body: z.output<typeof UpdateQuestionBody>) {
  const isOtherKind = body.kind !== undefined && body.kind !== stored.kind;
  const { text, explanation, difficulty, status, source, category_id } = stored;
  const before = isOtherKind
    ? { text, explanation, difficulty, status, source, category_id }
    : contentOf(stored);
  const parsed = CreateQuestionBody.safeParse({ ...before, ...body });
  if (!parsed.success) throw validationFailed(fieldErrors(parsed.error));
  return parsed.data;
}

function refuseUnknownCategory(error: unknown): never {
  if (isForeignKeyViolation(error)) throw validationFailed({ category_id: [quizMessages.noSuchCategory] });
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
