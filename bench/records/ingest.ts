/**
 * How many of the log's warnings reach the log records each second: 10,000 a second are logged, in bursts.
 *
 *     npx tsx bench/records/ingest.ts [seconds]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { loggerOptions } from 'server/src/platform/observability/logger.ts';
import { startTelemetry } from 'server/src/platform/observability/telemetry.ts';
import { startBenchServer } from '../accounts/server.ts';

const seconds = Number(process.argv[2] ?? 10);
const loggedPerSecond = 10_000;
const burstMs = 10;
const goal = 8_000;

const server = await startBenchServer();
const { database } = server.deps;
const telemetry = startTelemetry(database);
const log = pino(loggerOptions('info'), { write: telemetry.addLine });

const begin = performance.now();
let logged = 0;
for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - begin) {
  for (const due = (elapsed / 1_000) * loggedPerSecond; logged < due; logged += 1) {
    log.warn({ route: '/api/user/login/', line: logged }, 'rate limit exceeded');
  }
  await delay(burstMs);
}
const rows = await database.prisma.logRecord.count();
const perSecond = (rows / (performance.now() - begin)) * 1_000;
await telemetry.stop();
const lost = logged - (await database.prisma.logRecord.count());
await server.stop();
console.log(
  `${perSecond.toFixed(0)} log records a second of ${loggedPerSecond} logged (goal ${goal}); ${lost} of ${logged} found no place`,
);
process.exitCode = perSecond >= goal ? 0 : 1;
