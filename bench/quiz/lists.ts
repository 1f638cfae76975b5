/**
 * The staff's list of 100,000 quiz questions as long as those of the starter bank: each filter and sort, by the
 * service's own function, so with the total and the page.
 *
 *     npx tsx bench/quiz/lists.ts [questions]
 */
import { join } from 'node:path';
import { ListQuestionsBody } from 'contract/quiz/quiz.ts';
import { readPage } from 'server/src/domain/lists/lists.ts';
import { questionList } from 'server/src/modules/quiz/questions.list.ts';
import { contentFolder } from 'server/src/root-folders.ts';
import { importStarterBank } from 'server/src/modules/quiz/starter-bank.service.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { connectPatiently } from '../patient-client.ts';

const questions = Number(process.argv[2] ?? 100_000);
const rounds = 7;
const goalMs = 100;

const server = await startBenchServer();
const { database } = server.deps;
const signal = new AbortController().signal;

/** Those of the starter bank again and again, each with a number of its own; one of ten a draft. */
async function fill(): Promise<void> {
  await importStarterBank(database, join(contentFolder, 'questions'));
  const client = await connectPatiently(database.pool);
  await client.query(
    `INSERT INTO quiz_questions (id, category_id, text, choices, answer, explanation, difficulty, status, source, date_updated)
     SELECT gen_random_uuid(), category_id, text || ' (' || n || ')', choices, answer, explanation, difficulty,
            CASE WHEN n % 10 = 0 THEN 'draft' ELSE 'published' END, source, now() - n * interval '1 minute'
     FROM generate_series(1, $1::int / (SELECT count(*)::int FROM quiz_questions)) AS n, quiz_questions`,
    [questions],
  );
  await client.query('VACUUM ANALYZE quiz_questions');
  await client.end();
}

await fill();
const { id: categoryId } = await database.prisma.quizCategory.findFirstOrThrow({
  orderBy: { position: 'asc' },
});

const cases: [string, object][] = [
  ['latest', {}],
  ['oldest, the last page', { sort: 'oldest', page: 1e9 }],
  ['latest, a page in the middle', { page: questions / 20 }],
  ['a-z', { sort: 'a-z' }],
  ['z-a, the last page', { sort: 'z-a', page: 1e9 }],
  ['text: a word of few', { text: 'fortnight' }],
  ['text: one number', { text: '(77)' }],
  ['text: a word of many', { text: 'rate' }],
  ['text: a word of many, a-z', { text: 'rate', sort: 'a-z' }],
  ['text: two letters', { text: 'in' }],
  ['text: one letter', { text: 'e' }],
  ['text: nothing like it', { text: 'zzzz' }],
  ['category', { category_id: categoryId }],
  ['category, a-z, the last page', { category_id: categoryId, sort: 'a-z', page: 1e9 }],
  ['difficulty', { difficulty: 1 }],
  ['published', { status: 'published' }],
  ['drafts, a-z', { status: 'draft', sort: 'a-z' }],
  [
    'all filters, none',
    { text: 'rate', category_id: categoryId, difficulty: 2, status: 'published', sort: 'z-a' },
  ],
  [
    'all filters, few',
    { text: 'credit', category_id: categoryId, difficulty: 2, status: 'published', sort: 'z-a' },
  ],
  [
    'all filters, few, latest',
    { text: 'budget (7', category_id: categoryId, difficulty: 1, status: 'draft' },
  ],
  ['category and text, a-z', { text: 'month', category_id: categoryId, sort: 'a-z' }],
  ['category and one number, z-a', { text: '(700)', category_id: categoryId, sort: 'z-a' }],
];

console.log(`${'list'.padEnd(34)}${'matches'.padStart(9)}${'ms'.padStart(8)}`);
let slowest = 0;
for (const [name, filter] of cases) {
  const times: number[] = [];
  let matches = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const page = await readPage(
      server.deps.database,
      signal,
      questionList,
      ListQuestionsBody.parse(filter),
    ).catch(() => undefined);
    times.push(performance.now() - start);
    matches = page?.totalQuestion ?? 0;
  }
  const ms = median(times);
  slowest = Math.max(slowest, ms);
  console.log(`${name.padEnd(34)}${String(matches).padStart(9)}${ms.toFixed(1).padStart(8)}`);
}
await server.stop();
console.log(`slowest ${slowest.toFixed(0)} ms, goal ${goalMs} ms`);
process.exitCode = slowest <= goalMs ? 0 : 1;
