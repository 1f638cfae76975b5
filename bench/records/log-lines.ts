/**
 * Measures how many warnings of the log are written to the log records: lines a second, and lines for each second of the CPU
 * of the process and of PostgreSQL.
 *
 *     npx tsx bench/records/log-lines.ts [lines]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { logRecords, logRecordsWaiting } from 'server/src/platform/observability/counts.ts';
import { startTelemetry } from 'server/src/platform/observability/telemetry.ts';
import { newRequestId } from 'server/src/plugins/request-log.ts';
import { startBenchServer } from '../accounts/server.ts';
import { cpuOfThisProcess } from '../measured-process.ts';
import { report } from '../report.ts';

const lines = Number(process.argv[2] ?? 100_000);
const goals = { lines: 8_000, linesPerCore: 25_000 };
/** Below the limit of the buffer, so that no line is dropped. */
const waitingMax = 2_000;

const server = await startBenchServer();
const telemetry = startTelemetry(server.deps.database);

const line = (n: number) =>
  JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    reqId: newRequestId(),
    route: '/api/user/login/',
    statusCode: 503,
    msg: `request ${n} failed`,
  });
const waiting = async () => (await logRecordsWaiting.get()).values[0]?.value ?? 0;

async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    telemetry.addLine(line(n));
    if (n % 250 === 0) while ((await waiting()) > waitingMax) await delay(1);
  }
  while ((await waiting()) > 0) await delay(1);
}

// The second half is measured, when the statement is prepared and the indexes have rows.
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
  `CPU of a line: ${micros('server').toFixed(1)} µs of the process, ${micros('database').toFixed(1)} µs of PostgreSQL`,
);
await telemetry.stop();
await server.stop();
report('lines a second', perSecond.toFixed(0), perSecond >= goals.lines, String(goals.lines));
report(
  "lines for each second of PostgreSQL's CPU",
  perCore.toFixed(0),
  perCore >= goals.linesPerCore,
  String(goals.linesPerCore),
);
report('dropped lines', dropped ?? '', dropped === 0, '0');
