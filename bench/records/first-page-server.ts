/**
 * The process under load: the app, and a bare Fastify that runs the same statements for the same lists. The argument is the
 * number of users, each with a record of every kind.
 */
import fastifyJwt from '@fastify/jwt';
import { listAuditRecords, ListAuditRecordsBody } from 'contract/audit/audit.ts';
import { searchUsers } from 'contract/friends/friends.ts';
import type { Sort } from 'contract/lists.ts';
import {
  listIpRecords,
  ListIpRecordsBody,
  listLogRecords,
  ListLogRecordsBody,
} from 'contract/records/records.ts';
import type { Route } from 'contract/route.ts';
import { listUsers, ListUsersQuery } from 'contract/users/users.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import {
  accessTokenOptions,
  type Caller,
  createCallerLookup,
  type GenuineClaims,
} from 'server/src/auth/sessions/callers.ts';
import { selectPage } from 'server/src/domain/lists/list-statements.ts';
import type { List } from 'server/src/domain/lists/list.ts';
import { selectUsersByName } from 'server/src/modules/friends/friends.queries.ts';
import { auditList } from 'server/src/modules/audit/audit.list.ts';
import { ipRecordList, logRecordList } from 'server/src/modules/records/records.list.ts';
import { userList } from 'server/src/modules/users/users.list.ts';
import { z } from 'zod';
import { createRecords } from '../accounts/crowd.ts';
import { startBenchServer } from '../accounts/server.ts';
import { commonPart, createNamedUsers } from '../friends/names.ts';
import { tellReady } from '../measured-process.ts';

const server = await startBenchServer();
const { database, keys } = server.deps;
const { pool, prisma } = database;
const [staff] = await server.createUsers(1);
if (!staff) throw new Error('There is no user.');
await prisma.user.update({ where: { id: staff.id }, data: { is_staff: true, is_superuser: true } });
await createNamedUsers(pool, Number(process.argv[2]));
await createRecords(pool);

const bare = Fastify();
await bare.register(fastifyJwt, accessTokenOptions(keys.accessToken));
const findCaller = createCallerLookup({ database });

async function requireCaller(request: FastifyRequest): Promise<Caller> {
  const caller = await findCaller(await request.jwtVerify<GenuineClaims>(), request.ip);
  if (!caller) throw new Error('Nobody is signed in.');
  return caller;
}

/** Authenticates by the same token and session look-up as the app. The request is not checked, and there are no other hooks. */
function serve<Filter extends { sort: Sort }, Row extends z.ZodObject>(
  { method, url, responses }: Pick<Route, 'method' | 'url'> & { responses: { 200: { schema: z.ZodType } } },
  list: List<Filter, Row>,
  filter: Filter & { page: number; page_size: number },
  totalName: string,
  path = url,
): void {
  const statement = selectPage(list, filter, filter);
  const response = { 200: z.toJSONSchema(responses[200].schema, { io: 'output', target: 'draft-7' }) };
  bare.route({
    method,
    url: path,
    schema: { response },
    handler: async (request) => {
      await requireCaller(request);
      const { rows } = await pool.query<z.output<Row> & { total: number }>(statement);
      const total = rows[0]?.total ?? 0;
      const data = rows;
      return { data, [totalName]: total, numOfPages: Math.ceil(total / filter.page_size), page: filter.page };
    },
  });
}

serve(listUsers, userList, ListUsersQuery.parse({}), 'totalUser');
serve(listIpRecords, ipRecordList, ListIpRecordsBody.parse({}), 'totalIp');
serve(listLogRecords, logRecordList, ListLogRecordsBody.parse({}), 'totalLog');
const viewer = { id: '00000000-0000-0000-0000-000000000000', is_superuser: true };
const auditFilter = { ...ListAuditRecordsBody.parse({}), sort: 'latest', viewer } as const;
serve(listAuditRecords, auditList, auditFilter, 'totalAudit');

serve(listIpRecords, ipRecordList, ListIpRecordsBody.parse({ user: commonPart }), 'totalIp', '/ip-by-name');
serve(
  listUsers,
  userList,
  ListUsersQuery.parse({ text: commonPart, sort: 'a-z' }),
  'totalUser',
  '/users-by-name',
);

const found = { 200: z.toJSONSchema(searchUsers.responses[200].schema, { io: 'output', target: 'draft-7' }) };
bare.route<{ Querystring: { query: string } }>({
  method: 'GET',
  url: '/search',
  schema: { response: found },
  handler: async (request) => {
    const { user } = await requireCaller(request);
    const { text, values } = selectUsersByName.statement(user.id, request.query.query);
    return { data: (await pool.query({ name: 'search', text, values })).rows };
  },
});

const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
tellReady({ url: server.url, bareUrl, users: [staff] }, async () => {
  await bare.close();
  await server.stop();
});
