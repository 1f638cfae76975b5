/** The process under load: the app, and a bare Fastify that answers the same lists from the same statements. */
import fastifyJwt from '@fastify/jwt';
import { listAuditRecords, ListAuditRecordsBody } from 'contract/audit/audit.ts';
import type { Sort } from 'contract/lists.ts';
import {
  listIpRecords,
  ListIpRecordsBody,
  listLogRecords,
  ListLogRecordsBody,
} from 'contract/records/records.ts';
import type { Route } from 'contract/route.ts';
import { listUsers, ListUsersQuery } from 'contract/users/users.ts';
import Fastify from 'fastify';
import {
  accessTokenOptions,
  createCallerLookup,
  type GenuineClaims,
} from 'server/src/auth/sessions/callers.ts';
import { selectPage } from 'server/src/domain/lists/list-statements.ts';
import type { List } from 'server/src/domain/lists/list.ts';
import { auditList } from 'server/src/modules/audit/audit.list.ts';
import { ipRecordList } from 'server/src/modules/records/ip-records.list.ts';
import { logRecordList } from 'server/src/modules/records/log-records.list.ts';
import { userList } from 'server/src/modules/users/users.list.ts';
import { z } from 'zod';
import { startBenchServer } from '../accounts/server.ts';
import { tellReady } from '../measured-process.ts';

const server = await startBenchServer();
const { database, keys } = server.deps;
const { pool, prisma } = database;
const [staff] = await server.createUsers(1);
if (!staff) throw new Error('There is no user.');
await prisma.user.update({ where: { id: staff.id }, data: { is_staff: true, is_superuser: true } });
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
await pool.query(
  `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
   SELECT gen_random_uuid(), $1, '192.0.2.1', 'login', now() - n * interval '1 second'
   FROM generate_series(1, 20000) AS n`,
  [staff.id],
);
await pool.query(
  `INSERT INTO audit_events (action, actor_id, target_id, details_hash, created_at)
   SELECT 'user_update', $1, $1, '', now() - n * interval '1 second' FROM generate_series(1, 20000) AS n`,
  [staff.id],
);
await pool.query('VACUUM ANALYZE');

const bare = Fastify();
await bare.register(fastifyJwt, accessTokenOptions(keys.accessToken));
const findCaller = createCallerLookup({ database });

/** Signed in by the same token and the same look-up; the body is not checked, nothing else is hooked in. */
function serve<Filter extends { sort: Sort }, Row extends z.ZodObject>(
  { method, url, responses }: Pick<Route, 'method' | 'url'> & { responses: { 200: { schema: z.ZodType } } },
  list: List<Filter, Row>,
  filter: Filter & { page: number; page_size: number },
  totalName: string,
): void {
  const { text, values } = selectPage(list, filter, filter);
  const response = { 200: z.toJSONSchema(responses[200].schema, { io: 'output', target: 'draft-7' }) };
  bare.route({
    method,
    url,
    schema: { response },
    handler: async (request) => {
      const caller = await findCaller(await request.jwtVerify<GenuineClaims>());
      if (!caller) throw new Error('Nobody is signed in.');
      const { rows } = await pool.query<z.output<Row> & { total: number }>({ name: url, text, values });
      const total = rows[0]?.total ?? 0;
      const data = rows;
      return { data, [totalName]: total, numOfPages: Math.ceil(total / filter.page_size), page: filter.page };
    },
  });
}

serve(listUsers, userList, ListUsersQuery.parse({}), 'totalUser');
serve(listIpRecords, ipRecordList, ListIpRecordsBody.parse({}), 'totalIp');
serve(listLogRecords, logRecordList, ListLogRecordsBody.parse({}), 'totalLog');
serve(listAuditRecords, auditList, { ...ListAuditRecordsBody.parse({}), sort: 'latest' }, 'totalAudit');

const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
tellReady({ url: server.url, bareUrl, users: [staff] }, async () => {
  await bare.close();
  await server.stop();
});
