import type {
  checkSample as checkSampleRoute,
  saveSample as saveSampleRoute,
} from 'contract/training/training.ts';
import { trainingMessages, trainingLimits } from 'contract/training/training.constants.ts';
import type { RouteParsed } from 'contract/route.ts';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Caller } from '#auth/sessions/callers.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { type SubmittedAnswer, judge, type Verdict } from '#domain/training/answers.ts';
import { toAttempt, withQuestions } from '#domain/training/attempts.ts';
import { type DrawnQuestion, drawQuestion, redraw, type Drawing } from '#domain/training/drawn-questions.ts';
import { scheduleCard } from '#domain/training/schedule-card.ts';
import { AppError, validationFailed } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { isSigned, type Keys, sign } from '#auth/keys/keys.ts';
import type { TrainingDependencies } from './attempts.service.ts';
import { drawOrPassOver } from './draw-stored.ts';
import { insertAttempt, insertCards, type NewQuestion } from './attempts.queries.ts';
import { selectPublished, selectSample } from './training.queries.ts';

/** A question of a sample, and how it was drawn. */
interface SampledQuestion extends Drawing {
  id: string;
  /** The time of its last edit. An edited question cannot be drawn in the same way. */
  updatedAt: number;
}

interface Sample {
  /** Becomes the id of the attempt, so that a sample is saved once. */
  id: string;
  questions: SampledQuestion[];
}

const Payload = z.object({
  id: z.string(),
  expires_at: z.number(),
  questions: z.array(
    z.tuple([z.string(), z.number(), z.array(z.number()), z.record(z.string(), z.number())]),
  ),
});

const lifetimeMs = trainingLimits.sampleHours * 60 * 60 * 1_000;

/** Contains no answer: everybody can read it, and only the server can write it. */
export function sampleToken({ trainingSample }: Keys, { id, questions }: Sample, at: Date): string {
  const payload: z.infer<typeof Payload> = {
    id,
    expires_at: at.getTime() + lifetimeMs,
    questions: questions.map(({ id: questionId, updatedAt, order, figures }) => [
      questionId,
      updatedAt,
      order,
      { ...figures },
    ]),
  };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${sign(trainingSample, text)}`;
}

/** Throws `invalid_link` for a token that the server did not write. The caller compares its time. */
function readSampleToken(keys: Keys, token: string): Sample & { expiresAt: Date } {
  const [text = '', signature = ''] = token.split('.');
  if (!isSigned(keys, 'trainingSample', text, signature)) throw invalidSample();
  const payload = Payload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return {
    id: payload.id,
    expiresAt: new Date(payload.expires_at),
    questions: payload.questions.map(([id, updatedAt, order, figures]) => ({
      id,
      updatedAt,
      order,
      figures,
    })),
  };
}

const invalidSample = () => new AppError('invalid_link', trainingMessages.sampleInvalid);

/** Stores nothing. */
export async function sampleQuestions(deps: TrainingDependencies) {
  const { database, keys } = deps;
  const { rows, drawn } = await drawSample(deps);
  const sampled: SampledQuestion[] = [];
  const data = [];
  for (const { row, drawing, question } of drawn) {
    sampled.push({ id: row.id, updatedAt: row.date_updated.getTime(), ...drawing });
    const { kind, text, choices, unit, tolerance } = question;
    const { id, category_name, difficulty } = row;
    data.push({ id, kind, text, choices, unit, tolerance, category_name, difficulty });
  }
  const at = rows[0]?.at ?? (await readClock(database));
  return { data, token: sampleToken(keys, { id: uuidv7(), questions: sampled }, at) };
}

/** A question that cannot be drawn is not selected again, so this ends. */
async function drawSample(deps: TrainingDependencies) {
  for (;;) {
    const rows = await selectSample(deps.database);
    const drawn = [];
    for (const row of rows) {
      const each = await drawOrPassOver(deps, row, () => drawQuestion(row, deps.calculators));
      if (each) drawn.push({ row, ...each });
    }
    if (drawn.length === rows.length) return { rows, drawn };
  }
}

export async function checkSample(
  deps: TrainingDependencies,
  { token, question_id, ...answer }: RouteParsed<typeof checkSampleRoute>['body'],
) {
  const sample = readSampleToken(deps.keys, token);
  const [checked] = await checkAnswers(deps, sample, [{ question_id, ...answer }]);
  if (!checked) throw new AppError('conflict', trainingMessages.sampleChanged);
  const { question, verdict } = checked;
  return {
    correct: verdict.is_correct,
    chosen: verdict.chosen_value ?? verdict.chosen ?? 0,
    answer: question.exact_answer ?? question.answer ?? 0,
    explanation: question.explanation,
    calculation: question.calculation,
  };
}

interface CheckedAnswer {
  id: string;
  question: DrawnQuestion;
  verdict: Verdict;
  category_name: string;
  difficulty: number;
  at: Date;
}

/** Leaves out questions that have changed since, or that cannot be computed any more. Throws for an expired sample, or an answer to another question. */
async function checkAnswers(
  deps: TrainingDependencies,
  { questions, expiresAt }: Sample & { expiresAt: Date },
  answers: readonly (SubmittedAnswer & { question_id: string })[],
): Promise<CheckedAnswer[]> {
  const { database, calculators } = deps;
  const at = await readClock(database);
  if (expiresAt <= at) throw invalidSample();
  const sampled = new Map(questions.map((question) => [question.id, question]));
  if (answers.some(({ question_id }) => !sampled.has(question_id))) {
    throw validationFailed({ question_id: [trainingMessages.notInSample] });
  }
  const ids = answers.map(({ question_id }) => question_id);
  const rows = await selectPublished(database, ids);
  const checked: CheckedAnswer[] = [];
  for (const { question_id: id, ...answer } of answers) {
    const row = rows.find((each) => each.id === id);
    const drawing = sampled.get(id);
    if (!row || !drawing || row.date_updated.getTime() !== drawing.updatedAt) continue;
    const question = await drawOrPassOver(deps, row, () => redraw(row, drawing, calculators));
    if (!question) continue;
    const verdict = judge({ ...question, choices: question.choices.length }, answer);
    const { category_name, difficulty } = row;
    checked.push({ id, question, verdict, category_name, difficulty, at });
  }
  return checked;
}

/** The id of the attempt is that of the sample, so the database saves a sample once. */
export async function saveSample(
  deps: TrainingDependencies,
  caller: Caller,
  { token, answers }: RouteParsed<typeof saveSampleRoute>['body'],
) {
  const { database, settings, keys } = deps;
  const sample = readSampleToken(keys, token);
  const checked = await checkAnswers(deps, sample, answers);
  if (checked.length === 0) throw new AppError('conflict', trainingMessages.sampleChanged);
  const questions = checked.map(
    ({ id, question, verdict, category_name, difficulty }, position): NewQuestion => ({
      ...question,
      ...verdict,
      question_id: id,
      position,
      category_name,
      difficulty,
    }),
  );
  const cards = checked.map(({ id, verdict, at }) => {
    const { state, dueAt } = scheduleCard({
      state: null,
      at,
      isRight: verdict.is_correct,
      seconds: null,
      usualSeconds: null,
    });
    return { question_id: id, state, due_at: dueAt };
  });
  return database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    const where = { id: sample.id };
    const earlier = await tx.quizAttempt.findUnique({ where, include: withQuestions });
    if (earlier?.user_id === user.id) return toAttempt(earlier);
    if (!earlier) await assertStorageAvailable(tx, settings, user);
    const inserted = earlier ? [] : await insertAttempt(tx, { id: sample.id, userId: user.id, questions });
    if (inserted.length === 0) throw new AppError('conflict', trainingMessages.sampleKeptByOther);
    await insertCards(tx, user.id, cards);
    return toAttempt(await tx.quizAttempt.findUniqueOrThrow({ where, include: withQuestions }));
  });
}
