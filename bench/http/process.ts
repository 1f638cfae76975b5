/**
 * What one process of the built server takes: CPU time for a warm start until it is ready, and memory after sign-ins and
 * loans, and beside clients that do not read.
 *
 *     npx tsx bench/http/process.ts
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { adminName, makeServer, password, reportMost } from '../faults/server.ts';
import { cpuOf } from '../measured-process.ts';
import { median } from '../median.ts';
import { loanBody } from './bodies.ts';

const starts = 5;
const seconds = 8;
const slowClients = 200;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
// As `npm start` and the image start it, with PostgreSQL in a process of its own.
const server = await makeServer({ DATA_DIR: folder, LOG_LEVEL: 'warn', MALLOC_ARENA_MAX: '1' });
await server.start();
await server.stop();

const cpuSeconds: number[] = [];
for (let n = 0; n < starts; n++) {
  await server.start();
  while (!(await fetch(`${server.url}/api/readyz`)).ok) await delay(20);
  cpuSeconds.push(cpuOf(server.pid()) / 1_000_000);
  if (n < starts - 1) await server.stop();
}
reportMost('a warm start until it is ready, median', median(cpuSeconds), 1, 's of CPU');
console.log(`memory when idle: ${memoryOf().toFixed(0)} MB`);

const post = (path: string, body: object, connections: number) =>
  autocannon({
    url: server.url + path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
    body: JSON.stringify(body),
    connections,
    duration: seconds,
    timeout: 60,
  });
const loanPath = '/api/v1/finance/calculate-principal/';
await Promise.all([
  post(loanPath, loanBody(360), 40),
  post('/api/user/login/', { username_or_email: adminName, password }, 8),
]);
const loaded = memoryOf();
reportMost('memory after load', loaded, 250, 'MB');

const body = JSON.stringify(loanBody(600));
const sockets = Array.from({ length: slowClients }, () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  const head = `POST ${loanPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write((head + body).repeat(8));
  return socket;
});
await delay(5_000);
reportMost(`memory beside ${slowClients} clients that do not read, more`, memoryOf() - loaded, 50, 'MB');
for (const socket of sockets) socket.destroy();
await server.stop();
await rm(folder, { recursive: true });

function memoryOf(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024;
}
