/**
 * Measures what training costs a user with 10,000 cards, half of which are due, and 50 finished attempts.
 *
 *     npx tsx bench/records/training.ts [cards]
 */
import { answerQuestion, startAttempt } from 'contract/training/training.ts';
import { signIn } from 'server/src/commands/demo/caller.ts';
import { scheduleCard } from 'server/src/domain/training/schedule-card.ts';
import {
  selectDueQuestions,
  selectTrainingCategories,
} from 'server/src/modules/training/training.queries.ts';
import { insertInBulk } from '../accounts/crowd.ts';
import { startBenchServer } from '../accounts/server.ts';
import { cpuOfThisProcess } from '../measured-process.ts';
import { medianMs } from '../median.ts';
import { reportMost } from '../report.ts';

const cards = Number(process.argv[2] ?? 10_000);
const attempts = 50;
const rounds = 51;
const goals = { dueMs: 5 };

const server = await startBenchServer();
const { database } = server.deps;
const { pool } = database;
const [user] = await server.createUsers(1);
const userId = user!.id;
const answeredOnce = scheduleCard({
  state: null,
  at: new Date(),
  isRight: true,
  seconds: 10,
  usualSeconds: null,
});
const category = `(SELECT id FROM quiz_categories LIMIT 1)`;
await insertInBulk(pool, [
  `INSERT INTO quiz_categories (id, name, description, position) VALUES (gen_random_uuid(), 'Many', '', 1)`,
  `INSERT INTO quiz_questions (id, category_id, text, choices, answer, explanation, difficulty, status, source)
   SELECT gen_random_uuid(), ${category}, 'Question ' || n, '{a,b}', 0, '', 1 + n % 3, 'published', ''
   FROM generate_series(1, ${cards}) AS n`,
  `INSERT INTO training_cards (user_id, question_id, state, due_at)
   SELECT '${userId}', id, '${JSON.stringify(answeredOnce.state)}', now() + (random() - 0.5) * interval '90 days' FROM quiz_questions`,
  `INSERT INTO quiz_attempts (id, user_id, total, answered, correct, started_at, finished_at, answered_at)
   SELECT gen_random_uuid(), '${userId}', 20, 20, 20, now() - n * interval '1 hour', now(), now()
   FROM generate_series(1, ${attempts}) AS n`,
  `INSERT INTO quiz_attempt_questions (attempt_id, question_id, position, text, choices, answer, explanation,
     category_name, difficulty, chosen, is_correct, answer_seconds)
   SELECT attempt.id, gen_random_uuid(), n, 'Question', '{a,b}', 0, '', 'Many', 1 + n % 3, 0, true, 10
   FROM quiz_attempts AS attempt, generate_series(1, 20) AS n`,
]);

const wanted = { userId, categoryId: null, difficulty: null, count: 10 };
reportMost(
  `the due questions of a user with ${cards} cards`,
  await medianMs(rounds, () => selectDueQuestions(database, wanted)),
  goals.dueMs,
  'ms',
);
console.log(
  `their number by category: ${(await medianMs(rounds, () => selectTrainingCategories(database, userId))).toFixed(1)} ms`,
);

const { call } = await signIn(server.url, user!.username);
/** Starts an attempt and answers its ten questions. Resolves to what the answers cost. */
async function train(): Promise<number[]> {
  const { attempt } = await call(startAttempt, { due: true, count: 10 });
  const [before, begin] = [cpuOfThisProcess(), performance.now()];
  for (const { id } of attempt.questions)
    await call(answerQuestion, { question_id: id, choice: 0 }, attempt.id);
  const after = cpuOfThisProcess();
  const micros = [after.server - before.server, after.database - before.database];
  return [...micros.map((cpu) => cpu / 1_000), performance.now() - begin].map((cost) => cost / 10);
}

const trainings: number[][] = [];
for (let round = 0; round < rounds; round++) trainings.push(await train());
const meanOf = (part: number) =>
  (trainings.reduce((sum, costs) => sum + (costs[part] ?? 0), 0) / trainings.length).toFixed(1);
console.log(
  `an answer: ${meanOf(0)} ms of the process and its client, ${meanOf(1)} ms of PostgreSQL, ${meanOf(2)} ms elapsed`,
);
await server.stop();
