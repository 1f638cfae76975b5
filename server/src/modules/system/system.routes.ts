import * as contract from 'contract/system/system.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { unavailableRetrySeconds } from '#errors.ts';
import { version } from '#version.ts';
import { handle } from '#plugins/route.ts';
import { type Database, isDatabaseUnavailable, pingDatabase } from '#platform/database/database.ts';

/** Limits the load of frequent health checks on the database. */
const cacheMs = 250;

export function systemRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  isTrailTrusted: () => Promise<boolean>,
): void {
  let last = { at: -cacheMs, report: Promise.resolve(stoppingReport) };
  const readiness = () => {
    const now = performance.now();
    if (now - last.at >= cacheMs) last = { at: now, report: checkReadiness(deps.database, isTrailTrusted) };
    return last.report;
  };

  handle(app, contract.getHealth, () => ({ status: 'ok' as const, checks: {}, version }));

  handle(app, contract.getReadiness, async ({ reply }) => {
    const report = app.draining.isOn() ? stoppingReport : await readiness();
    if (report.status !== 'ok') reply.status(503).header('retry-after', String(unavailableRetrySeconds));
    return report;
  });

  handle(app, contract.getOpenApiDocument, () => ({ ...app.swagger() }));
}

/** Makes the proxy use another process. */
const stoppingReport: contract.HealthReport = { status: 'unavailable', checks: { listening: 'failed' } };

async function checkReadiness(
  database: Database,
  isTrailTrusted: () => Promise<boolean>,
): Promise<contract.HealthReport> {
  const state = await pingDatabase(database);
  if (state === 'unavailable') return { status: 'unavailable', checks: { database: 'failed' } };
  if (state === 'readOnly')
    return { status: 'unavailable', checks: { database: 'ok', database_writes: 'failed' } };
  try {
    // Requests are served without seals, too. Their events wait.
    const audit_seals = (await isTrailTrusted()) ? 'ok' : 'failed';
    return { status: 'ok', checks: { database: 'ok', audit_seals } };
  } catch (error) {
    // The database has become unavailable since the ping.
    if (isDatabaseUnavailable(error)) return { status: 'unavailable', checks: { database: 'failed' } };
    throw error;
  }
}
