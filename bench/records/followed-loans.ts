/**
 * Measures the list of a user who follows ten loans with a partner, among 20,000 loans of others, and its number of statements.
 *
 *     npx tsx bench/records/followed-loans.ts
 */
import { listLoans } from 'contract/followed-loans/followed-loans.ts';
import { selectInvitations, selectLoans } from 'server/src/domain/followed-loans/followed-loans.queries.ts';
import { insertInBulk } from '../accounts/crowd.ts';
import { startBenchServer } from '../accounts/server.ts';
import { medianMs } from '../median.ts';
import { reportMost } from '../report.ts';

const others = 20_000;
const rounds = 51;
const goalMs = 10;

const { example } = listLoans.responses[200] as { example: { data: [{ headline: object }] } };
const headline = JSON.stringify(example.data[0].headline);
/** As large as two years of rows. */
const input = JSON.stringify({
  transactions: Array.from({ length: 100 }, () => ({
    date: '2026-01-01',
    amount: -1_450.25,
    balance: 412_345.67,
  })),
});

const server = await startBenchServer();
const { database } = server.deps;
const users = await server.createUsers(2);
const [low, high] = users.map(({ id }) => id).toSorted();
const columns = 'id, user_id, name, input, row_versions, changes, headline, method';
const values = `'${input}', '[]', '[]', '${headline}', 1`;
await insertInBulk(database.pool, [
  `INSERT INTO users (id, username, email, password_hash, email_verified_at)
   SELECT gen_random_uuid(), 'user' || n, 'user' || n || '@example.org', '', now() FROM generate_series(1, ${others / 10}) AS n`,
  `INSERT INTO followed_loans (${columns})
   SELECT gen_random_uuid(), id, 'Loan ' || n, ${values} FROM users, generate_series(1, 10) AS n
   WHERE id NOT IN ('${low}', '${high}')`,
  `INSERT INTO friendships (low_user_id, high_user_id) VALUES ('${low}', '${high}')`,
  `INSERT INTO followed_loans (${columns}, pair_id, low_user_id, high_user_id)
   SELECT gen_random_uuid(), id, 'Loan ' || n, ${values}, md5(n::text)::uuid, '${low}', '${high}'
   FROM users, generate_series(1, 10) AS n WHERE id IN ('${low}', '${high}')`,
]);

const list = async () => {
  const [loans] = [await selectLoans(database, low!), await selectInvitations(database, low!)];
  if (loans.filter(({ co_owner }) => co_owner?.id === high).length !== 10) throw new Error('No partner.');
};
reportMost('ten loans with a partner, in two statements', await medianMs(rounds, list), goalMs, 'ms');
await server.stop();
