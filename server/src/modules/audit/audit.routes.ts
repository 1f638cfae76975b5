import * as contract from 'contract/audit/audit.ts';
import type { FastifyInstance } from 'fastify';
import { verifyingKeys } from '#auth/keys/keys.ts';
import type { Dependencies } from '#dependencies.ts';
import { exportList } from '#domain/lists/list-export.ts';
import { readPage } from '#domain/lists/lists.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { auditList } from './audit.list.ts';
import { listAccesses } from './audit.service.ts';
import { listTimeline, usersOf } from './timeline.service.ts';
import { singleFlight, verifyAuditTrail } from './verify.service.ts';

const sort = 'latest';

export function auditRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(
    app,
    contract.listAuditRecords,
    ({ body, reply }) => readPage(deps.database, signalOf(reply), auditList, { ...body, sort }),
    {
      views: ({ data, page }, { body }) => ({
        userIds: data.flatMap(({ user_ids }) => user_ids),
        request: { ...body, page },
      }),
      isSearch: true,
    },
  );
  app.serveExport(contract.exportAuditRecords, {
    link: contract.linkAuditRecordsExport,
    name: 'audit-records',
    isSearch: true,
    run: (request, filter) =>
      exportList(
        request,
        { ...filter, sort },
        {
          action: 'exportAuditRecords',
          name: 'audit records',
          list: auditList,
        },
      ),
  });
  const keys = verifyingKeys(deps.keys, 'auditSeal');
  const verify = singleFlight(() => verifyAuditTrail({ database: deps.database, keys }));
  handle(app, contract.verifyAuditTrail, async () => ({ data: await verify() }));
  handle(app, contract.listAccesses, ({ query, caller }) => listAccesses(deps, caller, query));
  handle(app, contract.listTimeline, ({ body, caller }) => listTimeline(deps, caller, body), {
    views: (timeline, { body }) =>
      body.user_id === undefined
        ? { userIds: usersOf(timeline), request: body }
        : { userId: body.user_id, ...(body.view_reason && { reason: body.view_reason }) },
    isSearch: true,
  });
}
