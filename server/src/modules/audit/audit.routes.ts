import * as contract from 'contract/audit.ts';
import type { FastifyInstance } from 'fastify';
import { recordLook } from '#auth/audit.ts';
import { verifyingKeys } from '#auth/keys.ts';
import type { Dependencies } from '#dependencies.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#route.ts';
import { exportAuditRecords, listAccesses, listAuditRecords } from './audit.service.ts';
import { listTimeline } from './timeline.service.ts';
import { oneAtATime, verifyAuditTrail } from './verify.service.ts';

/** The only order that the trail is read in. */
const sort = 'latest';

export function auditRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listAuditRecords, async ({ body, reply }) => {
    const { rows, total, numOfPages, page } = await listAuditRecords(deps, signalOf(reply), {
      ...body,
      sort,
    });
    return { data: rows, totalAudit: total, numOfPages, page };
  });
  app.serveExport(contract.exportAuditRecords, {
    link: contract.linkAuditRecordsExport,
    name: 'audit-records',
    run: (request, body) => exportAuditRecords(request, { ...body, sort }),
  });
  const keys = verifyingKeys(deps.keys, 'auditSeal');
  const verify = oneAtATime(() => verifyAuditTrail({ database: deps.database, keys }));
  handle(app, contract.verifyAuditTrail, async () => ({ data: await verify() }));
  handle(app, contract.listAccesses, async ({ query, caller }) => {
    const { rows, total, numOfPages, page } = await listAccesses(deps, caller, query);
    return { data: rows, totalAccess: total, numOfPages, page };
  });
  handle(app, contract.listTimeline, async ({ body, caller, clientInfo }) => {
    const timeline = await listTimeline(deps, caller, body);
    const { user_id: userId } = body;
    if (userId !== undefined) await recordLook(deps, clientInfo, caller, { action: 'listTimeline', userId });
    return timeline;
  });
}
