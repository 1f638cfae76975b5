/** The process under load: the app with three probe routes, and a bare Fastify that only verifies a hash. */
import argon2 from 'argon2';
import type { Route } from 'contract/route.ts';
import { getUser } from 'contract/users.ts';
import Fastify from 'fastify';
import { handle } from 'server/src/route.ts';
import { password, startBenchServer } from './server.ts';

const { params: _params, ...base } = getUser;
const probe = (name: string, access: 'guest' | 'user') =>
  ({
    ...base,
    url: `/api/bench/${name}/`,
    access,
    responses: { 204: { kind: 'empty', description: '' } },
  }) as Route;

const server = await startBenchServer((app, { database }) => {
  handle(app, probe('open', 'guest'), () => undefined);
  handle(app, probe('signed-in', 'user'), () => undefined);
  handle(app, probe('open-with-read', 'guest'), async ({ request }) => {
    const { id } = request.query as { id: string };
    await database.pool.query({
      name: 'bench-read',
      text: 'SELECT * FROM users WHERE id = $1',
      values: [id],
    });
    return undefined;
  });
});

const bare = Fastify();
const hash = await server.deps.hashing.hash(password, '127.0.0.1');
bare.post<{ Body: { password: string } }>('/verify', async ({ body }) => ({
  isRight: await argon2.verify(hash, body.password),
}));
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

const users = await server.createUsers(64);
process.send?.({ url: server.url, bareUrl, users });

process.once('message', async () => {
  await bare.close();
  await server.stop();
  process.disconnect();
});
