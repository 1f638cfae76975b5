import * as contract from 'contract/audit/audit.ts';
import type { FastifyInstance } from 'fastify';
import { recordListView } from '#audit/audit.ts';
import { viewUser } from '#domain/accounts/user-views.ts';
import { verifyingKeys } from '#auth/keys/keys.ts';
import type { Dependencies } from '#dependencies.ts';
import { exportList } from '#domain/lists/list-export.ts';
import { isWholeId } from '#domain/lists/list-statements.ts';
import { readPage } from '#domain/lists/lists.ts';
import { readViewedPage } from '#domain/lists/viewed-pages.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { auditList } from './audit.list.ts';
import { listAccesses } from './audit.service.ts';
import { listTimeline, usersOf } from './timeline.service.ts';
import { singleFlight, verifyAuditTrail } from './verify.service.ts';

const sort = 'latest';

export function auditRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listAuditRecords, ({ body, reply, ...actor }) => {
    const signal = signalOf(reply);
    const request = { ...body, sort } as const;
    // Without a user in the filter, the event would be on the first page and move the rows of the others.
    const isByUser = body.actor !== undefined || body.target !== undefined;
    return isByUser
      ? readViewedPage({ ...actor, database: deps.database, signal }, 'listAuditRecords', auditList, request)
      : readPage(deps.database, signal, auditList, request);
  });
  app.serveExport(contract.exportAuditRecords, {
    link: contract.linkAuditRecordsExport,
    name: 'audit-records',
    run: (request, filter) =>
      exportList(
        request,
        { ...filter, sort },
        {
          action: 'exportAuditRecords',
          name: 'audit records',
          list: auditList,
          userId: [filter.target, filter.actor].find(isWholeId),
        },
      ),
  });
  const keys = verifyingKeys(deps.keys, 'auditSeal');
  const verify = singleFlight(() => verifyAuditTrail({ database: deps.database, keys }));
  handle(app, contract.verifyAuditTrail, async () => ({ data: await verify() }));
  handle(app, contract.listAccesses, ({ query, caller }) => listAccesses(deps, caller, query));
  handle(app, contract.listTimeline, async ({ body, ...actor }) => {
    const action = 'listTimeline';
    const read = () => listTimeline(deps, actor.caller, body);
    const { user_id: userId } = body;
    if (userId !== undefined) return viewUser(deps, actor, { action, userId }, read);
    const timeline = await read();
    await recordListView(deps, actor, { action, request: body, userIds: usersOf(timeline) });
    return timeline;
  });
}
