/**
 * Warnings of the log on their way into the log records, as fast as the database takes them: lines a second, and by the
 * CPU time of the process and of PostgreSQL.
 *
 *     npx tsx bench/records/log-lines.ts [lines]
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { logRecords, logRecordsWaiting } from 'server/src/platform/observability/counts.ts';
import { startTelemetry } from 'server/src/platform/observability/telemetry.ts';
import { startBenchServer } from '../accounts/server.ts';
import { cpuOfThisProcess } from '../measured-process.ts';

const lines = Number(process.argv[2] ?? 100_000);
const goals = { lines: 8_000, linesPerCore: 25_000 };
/** Fewer than fit, so that none is dropped. */
const waitingMax = 2_000;

const server = await startBenchServer();
const telemetry = startTelemetry(server.deps.database);

const line = (n: number) =>
  JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    reqId: randomUUID(),
    route: '/api/user/login/',
    statusCode: 503,
    msg: `request ${n} failed`,
  });
const waiting = async () => (await logRecordsWaiting.get()).values[0]?.value ?? 0;

/** Measured for the second half, when the statement is prepared and the indexes have rows. */
async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    telemetry.addLine(line(n));
    if (n % 250 === 0) while ((await waiting()) > waitingMax) await delay(1);
  }
  while ((await waiting()) > 0) await delay(1);
}

await write(lines / 2);
const before = cpuOfThisProcess();
const startedAt = performance.now();
await write(lines / 2);
const perSecond = lines / 2 / ((performance.now() - startedAt) / 1000);
const after = cpuOfThisProcess();
const micros = (part: keyof typeof after) => (after[part] - before[part]) / (lines / 2);
const perCore = 1_000_000 / micros('database');
const dropped = (await logRecords.get()).values.find(({ labels }) => labels.outcome === 'dropped')?.value;
console.log(
  `log records: ${perSecond.toFixed(0)} a second (goal ${goals.lines}), ${dropped} dropped; ` +
    `CPU of a line: ${micros('server').toFixed(1)} µs of the process, ${micros('database').toFixed(1)} of PostgreSQL, ` +
    `${perCore.toFixed(0)} a second of PostgreSQL's CPU (goal ${goals.linesPerCore})`,
);
await telemetry.stop();
await server.stop();
if (perSecond < goals.lines || perCore < goals.linesPerCore || dropped !== 0) process.exitCode = 1;
