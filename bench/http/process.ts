/**
 * Measures one process of the built server: the CPU time of a warm start until it is ready, the memory after sign-ins and
 * loans, and the additional memory for clients that do not read their responses.
 *
 *     npx tsx bench/http/process.ts
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { demoPassword as password } from 'server/src/commands/demo/people.ts';
import { adminName, makeServer } from '../faults/server.ts';
import { cpuOf } from '../measured-process.ts';
import { median } from '../median.ts';
import { loanBody } from './bodies.ts';
import { reportMost } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const starts = 5;
const seconds = 8;
const slowClients = 200;

// With the environment of `npm start` and of the image. The embedded PostgreSQL runs in other processes.
const server = await makeServer({
  DATA_DIR: createTemporaryFolder(),
  LOG_LEVEL: 'warn',
  MALLOC_ARENA_MAX: '1',
});
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
reportMost(`additional memory for ${slowClients} clients that do not read`, memoryOf() - loaded, 50, 'MB');
for (const socket of sockets) socket.destroy();
await server.stop();

function memoryOf(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024;
}
