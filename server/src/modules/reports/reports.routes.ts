import {
  exportReport as exportReportRoute,
  getReport as getReportRoute,
  linkReportExport,
} from 'contract/reports.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#route.ts';
import type { Database } from '#platform/database/database.ts';
import { exportReport, getReport } from './reports.service.ts';

export function reportRoutes(app: FastifyInstance, deps: { database: Database }): void {
  handle(app, getReportRoute, async ({ body }) => ({ data: await getReport(deps, body) }));

  app.serveExport(exportReportRoute, { link: linkReportExport, name: 'report', run: exportReport });
}
