import { randomInt } from 'node:crypto';
import type { answerQuestion as answerQuestionRoute, StartAttemptBody } from 'contract/training/training.ts';
import { trainingMessages } from 'contract/training/training.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { quizMessages } from 'contract/quiz/quiz.constants.ts';
import type { Dependencies } from '#dependencies.ts';
import type { RouteParsed } from 'contract/route.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { toAttempt, toSummary, withQuestions } from '#domain/training/attempts.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import {
  insertAttempt,
  selectMissedQuestions,
  selectRandomQuestions,
  insertAnswer,
} from './training.queries.ts';

export type TrainingDependencies = Pick<Dependencies, 'database' | 'settings'>;

export async function startAttempt(
  { database, settings }: TrainingDependencies,
  caller: Caller,
  { category_id = null, difficulty = null, count, retry_of }: z.output<typeof StartAttemptBody>,
) {
  const { user } = caller;
  const selected = retry_of
    ? await selectMissedQuestions(database, user.id, retry_of, count)
    : await selectRandomQuestions(database, category_id, difficulty, count);
  if (selected.length < count)
    throw new AppError('conflict', trainingMessages.tooFewQuestions(selected.length));
  const questions = shuffle(selected).map(({ id, answer, choices, ...question }, position) => {
    const order = shuffle([...choices.keys()]);
    return {
      ...question,
      question_id: id,
      position,
      choices: order.map((index) => choices[index] ?? ''),
      answer: order.indexOf(answer),
    };
  });
  return database.prisma.$transaction(async (tx) => {
    await assertStorageAvailable(tx, settings, await lockCaller(tx, caller));
    const id = uuidv7();
    const [inserted] = await insertAttempt(tx, id, user.id, questions);
    if (!inserted) throw new Error('PostgreSQL returned no attempt.');
    return toAttempt({
      id,
      user_id: user.id,
      started_at: inserted.started_at,
      finished_at: null,
      total: count,
      answered: 0,
      correct: 0,
      questions: questions.map((question) => ({ ...question, attempt_id: id, chosen: null })),
    });
  });
}

/** The Fisher–Yates shuffle. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}

export async function listAttempts({ database }: TrainingDependencies, { user }: Caller, paging: Paging) {
  const where = { user_id: user.id };
  const totalAttempt = await database.prisma.quizAttempt.count({ where });
  const { place, range } = placePage(paging, totalAttempt);
  const attempts = await database.prisma.quizAttempt.findMany({
    where,
    orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
    ...range,
    include: { questions: { select: { category_name: true, answer: true, chosen: true } } },
  });
  return { data: attempts.map(toSummary), totalAttempt, ...place };
}

export async function getAttempt({ database }: TrainingDependencies, { user }: Caller, id: string) {
  const attempt = await database.prisma.quizAttempt.findFirst({
    where: { id, user_id: user.id },
    include: withQuestions,
  });
  if (!attempt) throw notFound();
  return toAttempt(attempt);
}

export async function answerQuestion(
  deps: TrainingDependencies,
  caller: Caller,
  attemptId: string,
  { question_id: questionId, choice }: RouteParsed<typeof answerQuestionRoute>['body'],
) {
  const [answered] = await insertAnswer(deps.database, {
    attemptId,
    questionId,
    userId: caller.user.id,
    choice,
  });
  const attempt = await getAttempt(deps, caller, attemptId);
  const question = attempt.questions.find(({ id }) => id === questionId);
  if (!question) throw notFound();
  const { answer, explanation } = question;
  if (answered && answer !== null && explanation !== null) {
    return { correct: answered.is_correct, answer, explanation, attempt };
  }
  if (question.chosen !== null) throw new AppError('conflict', trainingMessages.answeredAlready);
  throw validationFailed({ choice: [quizMessages.noSuchChoice] });
}
