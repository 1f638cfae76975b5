/**
 * Images of 256 megapixels that take less than a megabyte, many at once: how long until each is refused, and how much
 * memory that takes, the client's included.
 *
 *     npx tsx bench/files/bombs.ts [bombs]
 */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers';
import { createDeflate } from 'node:zlib';
import { png, pngRowBytes } from '../../server/test/images.ts';
import { startBenchServer } from '../accounts/server.ts';
import { signIn } from './sign-in.ts';

const bombs = Number(process.argv[2] ?? 20);
const side = 16_000;
const goals = { ms: 200, megabytes: 50 };

const form = Buffer.concat([
  Buffer.from('--b\r\ncontent-disposition: form-data; name="user_image"; filename="a.png"\r\n\r\n'),
  await bomb(),
  Buffer.from('\r\n--b--\r\n'),
]);
const server = await startBenchServer();
try {
  const users = await server.createUsers(bombs);
  const callers: { userId: string; access: string }[] = [];
  for (const { id, username } of users) {
    callers.push({ userId: id, access: await signIn(server.url, username) });
  }
  // What a process loads and compiles at first is not the bombs’.
  for (const caller of callers) await send(caller);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 2);
  const cpuBefore = process.cpuUsage();
  const times = await Promise.all(callers.map(send));
  const cpu = process.cpuUsage(cpuBefore);
  clearInterval(watch);
  const grown = (Math.max(peak, process.memoryUsage().rss) - before) / 1e6;
  const slowest = Math.max(...times);
  console.log(
    `${bombs} bombs of ${Math.round(form.length / 1000)} kB: slowest refusal ${slowest.toFixed(0)} ms (goal ${goals.ms}), ` +
      `memory grew by ${grown.toFixed(0)} MB (goal ${goals.megabytes}), ` +
      `${((cpu.user + cpu.system) / 1000).toFixed(0)} ms of processor time in all`,
  );
  process.exitCode = slowest <= goals.ms && grown <= goals.megabytes ? 0 : 1;
} finally {
  await server.stop();
}

/** As cheaply as a client can, since it shares the process: the same bytes for all of them. */
async function send({ userId, access }: { userId: string; access: string }): Promise<number> {
  const start = performance.now();
  const { status, body } = await new Promise<{ status: number | undefined; body: string }>(
    (resolve, reject) => {
      request(`${server.url}/api/user/user/update/${userId}/`, {
        method: 'PUT',
        agent: false,
        headers: {
          authorization: `Bearer ${access}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': form.length,
        },
      })
        .on('response', (response) => {
          text(response).then((said) => resolve({ status: response.statusCode, body: said }), reject);
        })
        .on('error', reject)
        .end(form);
    },
  );
  if (status !== 400 || !body.includes('megapixels')) throw new Error(`${status} ${body}`);
  return performance.now() - start;
}

/** A whole, valid PNG of one colour, packed row by row. */
async function bomb(): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const row = Buffer.alloc(pngRowBytes(side));
  const packing = (async () => {
    for (let rows = 0; rows < side; rows++) {
      if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  })();
  const packed: Buffer[] = [];
  for await (const piece of deflate) packed.push(piece as Buffer);
  await packing;
  return png(side, side, Buffer.concat(packed));
}
