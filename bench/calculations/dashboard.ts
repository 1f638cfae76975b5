/**
 * What the database takes for the dashboard of a user with 1,000 calculations, as many that friends share and 100
 * objectives, among 200,000 calculations of others.
 *
 *     npx tsx bench/calculations/dashboard.ts [calculations of others]
 */
import { sorts } from 'contract/lists.ts';
import { selectCalculations } from 'server/src/modules/calculations/calculations.queries.ts';
import { createCalculation } from 'server/src/modules/calculations/calculations.service.ts';
import { calculateLoan } from 'server/src/modules/loans/loans.service.ts';
import { listObjectives } from 'server/src/modules/objectives/objectives.service.ts';
import { savingsResult } from 'server/src/modules/scenarios/savings.service.ts';
import { scenarioJson } from 'server/src/modules/scenarios/scenario.service.ts';
import { switchJson } from 'server/src/modules/scenarios/switching.service.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { createPerson } from '../friends/people.ts';

const ofOthers = Number(process.argv[2] ?? 200_000);
const own = 1_000;
const friends = 20;
const rounds = 50;
const goalMs = 20;

const server = await startBenchServer();
try {
  const { database, settings } = server.deps;
  const { pool } = database;
  const person = await createPerson(server);
  const others = (await server.createUsers(friends + 180)).map(({ id }) => id);
  const calculators = {
    loan: calculateLoan,
    scenario: scenarioJson,
    savings: (request: Parameters<typeof savingsResult>[0]) => JSON.stringify(savingsResult(request)),
    switch: switchJson,
    take_home_pay: () => '{}',
  };
  const input = {
    total_loan_amount: 500_000,
    duration_months: 360,
    annual_interest_rate: 6.25,
    compounding_frequency: 'monthly',
    extra_payments: [{ amount: 200 }],
  };
  const caller = { user: await database.prisma.user.findUniqueOrThrow({ where: { id: person.id } }) };
  const { id } = await createCalculation(
    { database, settings, calculators, charge: async () => {} },
    caller,
    {
      name: 'The house',
      kind: 'scenario',
      input,
      notes: 'What the bank offered on Tuesday. '.repeat(10),
    },
  );
  const copy = (owners: string[], count: number) =>
    pool.query(
      `INSERT INTO calculations (id, user_id, name, kind, input, notes, summary, date_updated)
       SELECT gen_random_uuid(), owner, md5(random()::text), kind, input, notes, summary,
              now() - random() * interval '900 days'
       FROM calculations, unnest($2::uuid[]) AS owner, generate_series(1, $3::int) WHERE id = $1`,
      [id, owners, count],
    );
  await copy([person.id], own - 1);
  for (const owner of others) await copy([owner], ofOthers / others.length);
  await pool.query(
    `INSERT INTO friendships (low_user_id, high_user_id)
     SELECT least($1, friend), greatest($1, friend) FROM unnest($2::uuid[]) AS friend`,
    [person.id, others.slice(0, friends)],
  );
  await pool.query(
    `INSERT INTO calculation_shares (calculation_id, friend_id, low_user_id, high_user_id)
     SELECT id, $1, least($1, user_id), greatest($1, user_id) FROM (
       SELECT id, user_id, row_number() OVER (PARTITION BY user_id) AS place
       FROM calculations WHERE user_id = ANY ($2)) AS theirs
     WHERE place <= $3`,
    [person.id, others.slice(0, friends), own / friends],
  );
  await pool.query(
    `INSERT INTO objectives (id, user_id, title, kind, target_cents, current_cents, target_date)
     SELECT gen_random_uuid(), $1, 'Deposit', 'save', 100000, 1, '2099-01-01' FROM generate_series(1, 100)`,
    [person.id],
  );
  await pool.query(
    `INSERT INTO objective_amounts SELECT id, '2020-01-01'::date + day, day FROM objectives, generate_series(1, 36) AS day`,
  );
  await pool.query('VACUUM ANALYZE');

  const explained = async (sort: (typeof sorts)[number], text?: string): Promise<number> => {
    const filter = { text, kind: null, sort, page: 1, page_size: 10 };
    const { text: sql, values } = selectCalculations.statement(person.id, filter);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [Record<string, number>] }>({
        text: `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        values,
      });
      const [plan] = rows[0]!['QUERY PLAN'];
      times.push((plan['Planning Time'] ?? 0) + (plan['Execution Time'] ?? 0));
    }
    return median(times);
  };
  const lists: number[] = [];
  for (const sort of sorts) {
    const ms = await explained(sort);
    lists.push(ms);
    console.log(`the list, ${sort}: median ${ms.toFixed(1)} ms`);
  }
  console.log(`the list, searched: median ${(await explained('latest', 'house')).toFixed(1)} ms`);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await listObjectives({ database, settings }, caller);
    times.push(performance.now() - start);
  }
  const objectivesMs = median(times);
  console.log(
    `100 objectives with 36 amounts each, read by the server: median ${objectivesMs.toFixed(1)} ms`,
  );
  const [found] = await selectCalculations(database, person.id, {
    text: undefined,
    kind: null,
    sort: 'latest',
    page: 1,
    page_size: 10,
  });
  const whole = Math.max(...lists) + objectivesMs;
  console.log(`the dashboard: ${whole.toFixed(1)} ms (goal ${goalMs}), of ${found?.total} calculations`);
  process.exitCode = found?.total === 2 * own && whole <= goalMs ? 0 : 1;
} finally {
  await server.stop();
}
