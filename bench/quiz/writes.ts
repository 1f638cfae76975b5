/**
 * Over HTTP: imports of the starter bank's questions again and again, many attempts at once, and parallel answers to
 * one question. Nothing may be lost, and one answer counts.
 *
 *     npx tsx bench/quiz/writes.ts [attempts]
 */
import { join } from 'node:path';
import { importQuestions } from 'contract/quiz/quiz.ts';
import { answerQuestion, startAttempt } from 'contract/training/training.ts';
import { contentFolder } from 'server/src/root-folders.ts';
import { importStarterBank } from 'server/src/modules/quiz/starter-bank.service.ts';
import { post, startBenchServer } from '../accounts/server.ts';
import { type BenchPerson, createPerson } from '../friends/people.ts';

const attempts = Number(process.argv[2] ?? 1_000);
const importGoalMs = 3_000;

const server = await startBenchServer();
const { prisma } = server.deps.database;
await importStarterBank(server.deps.database, join(contentFolder, 'questions'));
let isMet = true;

function report(what: string, ms: number, isRight: boolean, detail = ''): void {
  isMet &&= isRight;
  console.log(
    `${isRight ? 'ok    ' : 'FAILED'} ${what.padEnd(44)} ${ms.toFixed(0).padStart(6)} ms ${detail}`,
  );
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

const agent = await createPerson(server);
await prisma.user.update({ where: { id: agent.id }, data: { is_staff: true } });

/** A bank of so many rows, as an export writes it. */
async function bankOf(rows: number): Promise<object[]> {
  const questions = await prisma.quizQuestion.findMany({ include: { category: true }, take: 140 });
  return Array.from({ length: rows }, (_, n) => {
    const { text, choices, answer, explanation, difficulty, status, source, category } =
      questions[n % questions.length]!;
    return {
      text: `${text} (${n})`,
      choices,
      answer,
      explanation,
      difficulty,
      status,
      source,
      category: category.name,
    };
  });
}

for (const rows of [1_000, 5_000]) {
  const file = new Blob([JSON.stringify(await bankOf(rows))]);
  for (const isDryRun of [true, false]) {
    const form = new FormData();
    form.set('dry_run', String(isDryRun));
    form.set('file', file, 'bank.json');
    const [answer, ms] = await timed(() =>
      fetch(server.url + importQuestions.url, { method: 'POST', headers: agent.headers, body: form }),
    );
    const isRight = answer.status === 200 && (rows > 1_000 || ms < importGoalMs);
    report(`${isDryRun ? 'dry run' : 'import'} of ${rows} questions`, ms, isRight);
  }
}

async function startAll(people: BenchPerson[]): Promise<void> {
  const before = await prisma.quizAttempt.count();
  const [answers, ms] = await timed(() =>
    Promise.all(
      Array.from({ length: attempts }, (_, n) =>
        post(server.url + startAttempt.url, { count: 10 }, people[n % people.length]!.headers),
      ),
    ),
  );
  const started = answers.filter(({ status }) => status === 201).length;
  const stored = (await prisma.quizAttempt.count()) - before;
  const detail = `${started} answered, ${stored} stored`;
  report(
    `${attempts} attempts at once of ${people.length} users`,
    ms,
    started === attempts && stored === attempts,
    detail,
  );
}

const people: BenchPerson[] = [];
while (people.length < 20) people.push(await createPerson(server));
await startAll(people);
await startAll([await createPerson(server)]);

const [person] = people;
const started = await post(server.url + startAttempt.url, { count: 2 }, person!.headers);
const { attempt } = (await started.json()) as { attempt: { id: string; questions: { id: string }[] } };
const url = server.url + answerQuestion.url.replace(':id', attempt.id);
const [answers, ms] = await timed(() =>
  Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      post(url, { question_id: attempt.questions[0]?.id, choice: n % 2 }, person!.headers),
    ),
  ),
);
const counted = answers.filter(({ status }) => status === 200).length;
const refused = answers.filter(({ status }) => status === 409).length;
const { answered } = await prisma.quizAttempt.findUniqueOrThrow({ where: { id: attempt.id } });
report(
  '200 parallel answers to one question',
  ms,
  counted === 1 && refused === 199 && answered === 1,
  `${counted} counted`,
);

await server.stop();
process.exitCode = isMet ? 0 : 1;
