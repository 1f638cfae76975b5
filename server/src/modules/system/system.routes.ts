import * as contract from 'contract/system.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { unavailableRetrySeconds } from '#errors.ts';
import { handle } from '#route.ts';
import { type HasDatabase, pingDatabase } from '#platform/database/database.ts';

/** Limits the load of frequent health checks on the database. */
const lookMs = 250;

export function systemRoutes(app: FastifyInstance, deps: Dependencies): void {
  let look = { at: -lookMs, report: Promise.resolve(stoppingReport) };
  const readiness = () => {
    const now = performance.now();
    if (now - look.at >= lookMs) look = { at: now, report: checkReadiness(deps) };
    return look.report;
  };

  handle(app, contract.getHealth, () => ({ status: 'ok' as const, checks: {} }));

  handle(app, contract.getReadiness, async ({ reply }) => {
    const report = app.draining.isOn() ? stoppingReport : await readiness();
    if (report.status !== 'ok') reply.status(503).header('retry-after', String(unavailableRetrySeconds));
    return report;
  });

  handle(app, contract.getOpenApiDocument, () => ({ ...app.swagger() }));
}

/** Makes the proxy use another process. */
const stoppingReport: contract.HealthReport = { status: 'unavailable', checks: { listening: 'failed' } };

async function checkReadiness({ database }: HasDatabase): Promise<contract.HealthReport> {
  const isDatabaseThere = await pingDatabase(database);
  return {
    status: isDatabaseThere ? 'ok' : 'unavailable',
    checks: { database: isDatabaseThere ? 'ok' : 'failed' },
  };
}
