/** The process under load: the app, and a bare Fastify that answers the same lists from the same statements. */
import { listLogRecords } from 'contract/records.ts';
import { listUsers } from 'contract/users.ts';
import Fastify from 'fastify';
import { selectPage } from 'server/src/domain/list-statements.ts';
import { logRecordList } from 'server/src/modules/records/log-records.list.ts';
import { userList } from 'server/src/modules/users/users.list.ts';
import { z } from 'zod';
import { password, post, startBenchServer } from '../accounts/server.ts';

const server = await startBenchServer();
const { pool, prisma } = server.deps.database;
const [staff] = await server.createUsers(1);
if (!staff) throw new Error('There is no user.');
await prisma.user.update({ where: { id: staff.id }, data: { is_staff: true } });
await pool.query(
  `INSERT INTO users (id, username, email, password_hash, date_updated)
   SELECT gen_random_uuid(), 'user-' || n, n || '@example.org', '', now() - n * interval '1 minute'
   FROM generate_series(1, 5000) AS n`,
);
await pool.query(
  `INSERT INTO log_records (id, message, level, from_proxy, created_at)
   SELECT gen_random_uuid(), 'message ' || n, 'INFO', false, now() - n * interval '1 second'
   FROM generate_series(1, 20000) AS n`,
);
await pool.query('VACUUM ANALYZE');

const bare = Fastify();
const answers = { users: listUsers.responses[200].schema, logs: listLogRecords.responses[200].schema };
const schemaOf = (schema: z.ZodType) => ({
  response: { 200: z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) },
});
const firstPage = { page: 1, page_size: 10 };
const users = selectPage(userList, { sort: 'latest' } as Parameters<typeof userList.where>[0], firstPage);
const logs = selectPage(
  logRecordList,
  { sort: 'latest' } as Parameters<typeof logRecordList.where>[0],
  firstPage,
);

bare.get('/users', { schema: schemaOf(answers.users) }, async () => {
  const { rows } = await pool.query<z.output<typeof userList.row> & { total: number }>({
    name: 'users',
    text: users.text,
  });
  const total = rows[0]?.total ?? 0;
  return { data: rows.map((row) => userList.toWire(row)), totalUser: total, numOfPages: total / 10, page: 1 };
});
bare.post('/logs', { schema: schemaOf(answers.logs) }, async () => {
  const { rows } = await pool.query<z.output<typeof logRecordList.row> & { total: number }>({
    name: 'logs',
    text: logs.text,
  });
  const total = rows[0]?.total ?? 0;
  return {
    data: rows.map((row) => logRecordList.toWire(row)),
    totalLog: total,
    numOfPages: total / 10,
    page: 1,
  };
});
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
const signIn = await post(`${server.url}/api/user/login/`, { username_or_email: staff.username, password });
const { access } = (await signIn.json()) as { access: string };
process.send?.({ url: server.url, bareUrl, access });
process.once('message', () => void stop());

async function stop(): Promise<void> {
  await bare.close();
  await server.stop();
  process.exit();
}
