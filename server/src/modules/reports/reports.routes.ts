import * as contract from 'contract/reports/reports.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#plugins/route.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { exportReport, getReport } from './reports.service.ts';

export function reportRoutes(app: FastifyInstance, deps: HasDatabase): void {
  handle(
    app,
    contract.getReport,
    async ({ body, caller }) => ({ data: await getReport(deps, caller, body) }),
    {
      views: ({ data: { busiestIds } }, { body }) => ({ userIds: busiestIds, request: body }),
    },
  );

  app.serveExport(contract.exportReport, {
    link: contract.linkReportExport,
    name: 'report',
    run: exportReport,
  });
}
