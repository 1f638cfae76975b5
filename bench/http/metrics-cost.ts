// What METRICS_PORT costs a request: CPU time of an empty open route with metrics and without, batches of each in
// turns, without the network.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildApp } from 'server/src/app.ts';
import { readConfig } from 'server/src/platform/config/config.ts';
import { openFiles } from 'server/src/platform/files/file-store.ts';
import { deriveKeys } from 'server/src/auth/keys/keys.ts';
import { createPasswordHashing } from 'server/src/auth/credentials/passwords.ts';
import { createMetrics } from 'server/src/metrics.ts';
import { openDatabase } from 'server/src/platform/database/database.ts';
import { settingDefaults } from 'server/src/settings/settings.ts';
import { median } from '../median.ts';

const batches = 200;
const requestsPerBatch = 500;
const requestsPerTurn = 50;
const goalMicroseconds = 5;

const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000000' });
const keys = deriveKeys('a secret that only the bench uses');
const { files } = await openFiles({ ...config, dataDir: '/nonexistent' }, [keys.signedFile]);
// Nothing here asks it.
const database = openDatabase('postgresql://nobody@127.0.0.1:1/nowhere');
const hashing = createPasswordHashing(config);
const metrics = createMetrics({ database, hashing });
const logger = { level: config.logLevel };
const defaults = settingDefaults(config);
const settings = { current: () => defaults, defaults, reload: async () => {} };
const { rateLimitScale, publicUrl } = config;
const deps = {
  database,
  settings,
  keys,
  hashing,
  relyingParty: null,
  files,
  clientFolder: '/nonexistent',
  rateLimitScale,
  publicUrl,
  logger,
};
const [off, on] = [await buildApp(config, deps), await buildApp(config, { ...deps, metrics })];

const seen: { off: number[]; on: number[]; more: number[] } = { off: [], on: [], more: [] };
for (let batch = 0; batch < batches; batch++) {
  const [without, withMetrics] = [await microsecondsPerRequest(off), await microsecondsPerRequest(on)];
  seen.off.push(without);
  seen.on.push(withMetrics);
  seen.more.push(withMetrics - without);
}
const [, counted] =
  /^declassified_http_requests_total\{.*healthz.*\} (\d+)$/m.exec(await metrics.metrics()) ?? [];
if (Number(counted) !== batches * requestsPerBatch) throw new Error(`Counted ${counted}.`);
await Promise.all([off.close(), on.close(), database.close()]);

const more = median(seen.more);
console.log(
  `CPU of an empty request, medians of ${batches} batches: off ${median(seen.off).toFixed(1)} µs, ` +
    `on ${median(seen.on).toFixed(1)} µs, ${more.toFixed(1)} µs more (goal ${goalMicroseconds})`,
);
if (more > goalMicroseconds) process.exitCode = 1;

async function microsecondsPerRequest(app: typeof on): Promise<number> {
  const before = process.cpuUsage();
  for (let request = 1; request <= requestsPerBatch; request++) {
    await app.inject('/api/healthz');
    // What requests leave behind goes when the event loop turns, which nothing here lets it do by itself.
    if (request % requestsPerTurn === 0) await nextTurn();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requestsPerBatch;
}
