import { utcMoment } from 'contract/utc-moment.ts';
import type { answerQuestion as answerQuestionRoute, StartAttemptBody } from 'contract/training/training.ts';
import { AskedQuestion } from 'contract/training/attempt-fields.ts';
import { newerVersionText } from 'contract/texts.ts';
import { trainingMessages } from 'contract/training/training.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Dependencies } from '#dependencies.ts';
import type { RouteParsed } from 'contract/route.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { judge } from '#domain/training/answers.ts';
import { toAttempt, toSummary, withQuestions } from '#domain/training/attempts.ts';
import { type DrawnQuestion, drawQuestion, shuffle } from '#domain/training/drawn-questions.ts';
import { scheduleCard } from '#domain/training/schedule-card.ts';
import type { QuestionCalculators } from '#domain/training/solutions.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, notFound } from '#errors.ts';
import { type DrawDependencies, drawOrPassOver } from './draw-stored.ts';
import { insertAnswer, insertAttempt, type NewQuestion, selectAskedQuestion } from './attempts.queries.ts';
import {
  type PickedQuestion,
  selectDueQuestions,
  selectMissedQuestions,
  selectNextDue,
  selectRandomQuestions,
} from './training.queries.ts';

export type AttemptDependencies = Pick<Dependencies, 'database' | 'settings' | 'keys'>;

/** The dependencies of one request. */
export interface TrainingDependencies extends AttemptDependencies, DrawDependencies {
  calculators: QuestionCalculators;
}

type StartBody = z.output<typeof StartAttemptBody>;
type Copy = Awaited<ReturnType<typeof selectMissedQuestions>>[number];
type Picked = z.output<typeof PickedQuestion> | Copy;

export async function startAttempt(deps: TrainingDependencies, caller: Caller, body: StartBody) {
  const { database, settings } = deps;
  const questions = await drawQuestions(deps, caller.user.id, body);
  return database.prisma.$transaction(async (tx) => {
    await assertStorageAvailable(tx, settings, await lockCaller(tx, caller));
    const id = uuidv7();
    const [inserted] = await insertAttempt(tx, { id, userId: caller.user.id, questions });
    if (!inserted) throw new Error('PostgreSQL returned no attempt.');
    return toAttempt({
      ...inserted,
      id,
      user_id: caller.user.id,
      answered_at: null,
      total: questions.length,
      answered: 0,
      correct: 0,
      questions: questions.map((question) => ({ ...question, ...unanswered, attempt_id: id })),
    });
  });
}

/** A question that cannot be drawn is not selected again, so this ends. */
async function drawQuestions(deps: TrainingDependencies, userId: string, body: StartBody) {
  for (;;) {
    const selected = await selectQuestions(deps, userId, body);
    const questions: NewQuestion[] = [];
    for (const picked of selected) {
      const question =
        copiedFigures(picked) ??
        (await drawOrPassOver(
          deps,
          picked,
          async () => (await drawQuestion(picked, deps.calculators)).question,
        ));
      if (!question) continue;
      const { id: question_id, category_name, difficulty } = picked;
      questions.push({ ...question, question_id, position: questions.length, category_name, difficulty });
    }
    if (questions.length === selected.length) return questions;
  }
}

const unanswered = { chosen: null, chosen_value: null, is_correct: null, answer_seconds: null };

/** In the order in which they are asked. Throws `conflict`. */
async function selectQuestions(
  { database }: AttemptDependencies,
  userId: string,
  { category_id, difficulty, count, retry_of, due }: StartBody,
): Promise<Picked[]> {
  const wanted = {
    userId,
    categoryId: category_id ?? null,
    difficulty: difficulty ?? null,
    count,
  };
  if (due) {
    const dueQuestions = await selectDueQuestions(database, wanted);
    const missing = count - dueQuestions.length;
    const newQuestions =
      missing > 0 ? await selectRandomQuestions(database, { ...wanted, count: missing }) : [];
    if (dueQuestions.length + newQuestions.length > 0) return [...dueQuestions, ...shuffle(newQuestions)];
    const [next] = await selectNextDue(database, wanted);
    throw new AppError('conflict', noneDueText(next?.next_due_at ?? null));
  }
  const selected = retry_of
    ? await selectMissedQuestions(database, userId, { attemptId: retry_of, count })
    : await selectRandomQuestions(database, { ...wanted, userId: null });
  if (selected.length < count) {
    throw new AppError('conflict', trainingMessages.tooFewQuestions(selected.length));
  }
  return shuffle(selected);
}

const noneDueText = (next: Date | null) =>
  next ? `${trainingMessages.noneDue} The next one is due on ${utcMoment(next)}.` : trainingMessages.noneDue;

/** The figures of an earlier attempt, if their question was deleted since. */
function copiedFigures(picked: Picked): DrawnQuestion | undefined {
  return picked.kind === 'choice' || picked.solution || !('figures' in picked) ? undefined : picked;
}

export async function listAttempts({ database }: AttemptDependencies, { user }: Caller, paging: Paging) {
  const where = { user_id: user.id };
  const totalAttempt = await database.prisma.quizAttempt.count({ where });
  const { place, range } = placePage(paging, totalAttempt);
  const attempts = await database.prisma.quizAttempt.findMany({
    where,
    orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
    ...range,
    include: { questions: { select: { category_name: true, is_correct: true } } },
  });
  return { data: attempts.map(toSummary), totalAttempt, ...place };
}

export async function getAttempt({ database }: AttemptDependencies, { user }: Caller, id: string) {
  const attempt = await database.prisma.quizAttempt.findUniqueOrThrow({
    where: { id, user_id: user.id },
    include: withQuestions,
  });
  return toAttempt(attempt);
}

export async function answerQuestion(
  deps: AttemptDependencies,
  caller: Caller,
  attemptId: string,
  { question_id: questionId, ...answer }: RouteParsed<typeof answerQuestionRoute>['body'],
) {
  const { database } = deps;
  const userId = caller.user.id;
  const [asked] = await selectAskedQuestion(database, userId, attemptId, questionId);
  if (!asked) throw notFound();
  if (asked.is_correct !== null) throw answeredAlready();
  const { kind, unit } = AskedQuestion.pick({ kind: true, unit: true }).parse(asked);
  if (kind === 'unknown') throw new AppError('conflict', `${newerVersionText}.`);
  const { at, seconds, usual_seconds: usualSeconds } = asked;
  const verdict = judge({ ...asked, kind, unit }, answer);
  const { state, dueAt } = scheduleCard({
    state: asked.state,
    at,
    isRight: verdict.is_correct,
    seconds,
    usualSeconds,
  });
  const answered = await insertAnswer(database, {
    ...verdict,
    attemptId,
    questionId,
    userId,
    seconds,
    formerState: asked.state,
    state,
    dueAt,
  });
  if (answered.length === 0) {
    // Not found if the user was deleted meanwhile.
    await getAttempt(deps, caller, attemptId);
    throw answeredAlready();
  }
  const attempt = await getAttempt(deps, caller, attemptId);
  const question = attempt.questions.find(({ id }) => id === questionId);
  return {
    correct: verdict.is_correct,
    answer: question?.answer ?? 0,
    explanation: question?.explanation ?? '',
    attempt,
  };
}

const answeredAlready = () => new AppError('conflict', trainingMessages.answeredAlready);
