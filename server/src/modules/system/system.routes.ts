import { getHealth, getOpenApiDocument, getReadiness } from 'contract/system.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { unavailableRetrySeconds } from '#errors.ts';
import { handle } from '#route.ts';
import { checkReadiness, stoppingReport } from './system.service.ts';

export function systemRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, getHealth, () => ({ status: 'ok' as const, checks: {} }));

  handle(app, getReadiness, async ({ reply }) => {
    const report = app.draining.isOn() ? stoppingReport : await checkReadiness(deps);
    if (report.status !== 'ok') reply.status(503).header('retry-after', String(unavailableRetrySeconds));
    return report;
  });

  handle(app, getOpenApiDocument, () => ({ ...app.swagger() }));
}
