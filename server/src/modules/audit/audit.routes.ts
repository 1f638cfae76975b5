import * as contract from 'contract/audit/audit.ts';
import type { FastifyInstance } from 'fastify';
import { verifyingKeys } from '#auth/keys/keys.ts';
import type { Dependencies } from '#dependencies.ts';
import { pageView } from '#domain/accounts/user-views.ts';
import { exportList } from '#domain/lists/list-export.ts';
import { readPage } from '#domain/lists/lists.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { auditList } from './audit.list.ts';
import { listAccesses } from './audit.service.ts';
import { listTimeline, usersOf } from './timeline.service.ts';
import { singleFlight, verifyAuditTrail, withoutHidden } from './verify.service.ts';

const sort = 'latest';

export function auditRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(
    app,
    contract.listAuditRecords,
    ({ body, caller, reply }) =>
      readPage(deps.database, signalOf(reply), auditList, { ...body, sort, viewer: caller.user }),
    { views: (found, { body }) => pageView(found, body), searches: ({ body }) => body },
  );
  const exportAudit = exportList({ action: 'exportAuditRecords', name: 'audit records', list: auditList });
  app.serveExport(contract.exportAuditRecords, {
    link: contract.linkAuditRecordsExport,
    name: 'audit-records',
    run: (request, filter) => exportAudit(request, { ...filter, sort, viewer: request.caller.user }),
  });
  const keys = verifyingKeys(deps.keys, 'auditSeal');
  const verify = singleFlight(() => verifyAuditTrail({ database: deps.database, keys }));
  handle(app, contract.verifyAuditTrail, async ({ caller }) => ({
    data: await withoutHidden(deps, caller, await verify()),
  }));
  handle(app, contract.listAccesses, ({ query, caller }) => listAccesses(deps, caller, query));
  handle(app, contract.listTimeline, ({ body, caller }) => listTimeline(deps, caller, body), {
    views: (timeline, { body }) => {
      const { user_id, view_reason } = body;
      const userIds = usersOf(timeline).filter((id) => id !== user_id);
      const others = { userIds, request: body };
      if (user_id === undefined) return others;
      const user = { userId: user_id, ...(view_reason && { reason: view_reason }) };
      // An agent's own actions are about other users.
      return userIds.some((id) => id !== null) ? [others, user] : user;
    },
    searches: ({ body }) => body,
  });
}
