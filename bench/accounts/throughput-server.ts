/**
 * The process under load: the app with its jobs and two empty routes, and a bare Fastify that authenticates, and that
 * verifies a password hash. The argument is the number of users, each with a record of every kind.
 */
import fastifyJwt from '@fastify/jwt';
import argon2 from 'argon2';
import type { Route } from 'contract/route.ts';
import { getUser } from 'contract/users/users.ts';
import Fastify from 'fastify';
import { pino } from 'pino';
import {
  accessTokenOptions,
  createCallerLookup,
  type GenuineClaims,
} from 'server/src/auth/sessions/callers.ts';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { reportNewDevice } from 'server/src/domain/accounts/new-device.ts';
import { type NewDeviceJob, newDeviceTask } from 'server/src/auth/sessions/sessions.queries.ts';
import { queryPrepared } from 'server/src/platform/database/database.ts';
import { startJobs } from 'server/src/platform/jobs/jobs.ts';
import { handle } from 'server/src/plugins/route.ts';
import { tellReady } from '../measured-process.ts';
import { createCrowd } from './crowd.ts';
import { startBenchServer } from './server.ts';

const { params: _params, ...base } = getUser;
const probe = (name: string, access: 'guest' | 'user') =>
  ({
    ...base,
    url: `/api/bench/${name}/`,
    access,
    responses: { 204: { kind: 'empty', description: '' } },
  }) as Route;

const server = await startBenchServer((app) => {
  handle(app, probe('open', 'guest'), () => undefined);
  handle(app, probe('signed-in', 'user'), () => undefined);
});

const hash = await server.deps.hashing.hash(demoPassword, '127.0.0.1');
await createCrowd(server.deps.database.pool, Number(process.argv[2]), hash);
const { rows: users } = await server.deps.database.pool.query<{ id: string; username: string }>(
  'SELECT id, username FROM users ORDER BY md5(username) LIMIT 5000',
);
const jobs = startJobs({
  directUrl: server.deps.database.pool.options.connectionString ?? '',
  tasks: { [newDeviceTask]: (job: NewDeviceJob) => reportNewDevice(server.deps, job) },
  schedules: [],
  logger: pino({ level: 'warn' }),
});

const bare = Fastify();
await bare.register(fastifyJwt, accessTokenOptions(server.deps.keys.accessToken));
const findCaller = createCallerLookup(server.deps);
bare.post<{ Body: { password: string } }>('/verify', async ({ body }) => ({
  isRight: await argon2.verify(hash, body.password),
}));
bare.get('/signed-in', async (request, reply) => {
  const caller = await findCaller(await request.jwtVerify<GenuineClaims>(), request.ip);
  if (!caller) throw new Error('Nobody is signed in.');
  return reply.status(204).send();
});
await server.deps.database.prisma.user.updateMany({
  where: { id: users[1]?.id ?? '' },
  data: { is_staff: true },
});

bare.get('/user', async (request, reply) => {
  const { sid } = await request.jwtVerify<GenuineClaims>();
  const { rows } = await queryPrepared<object>(server.deps.database, {
    name: 'bare-user',
    text: `SELECT u.id, username, email, email_verified_at, date_of_birth, country_name, country_code, phone_number,
                  is_superuser, is_active, is_staff, is_premium_user, user_image, last_login, date_updated, u.created_at
           FROM sessions s JOIN users u ON u.id = s.user_id
           WHERE s.id = $1 AND s.expires_at > now() AND s.revoked_at IS NULL AND u.is_active`,
    values: [sid],
  });
  return reply.send({ user: rows[0] });
});
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

tellReady({ url: server.url, bareUrl, users }, async () => {
  await bare.close();
  await jobs.stop();
  await server.stop();
});
