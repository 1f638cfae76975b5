import { recordMessages } from 'contract/records/records.constants.ts';
import * as contract from 'contract/records/records.ts';
import type { RecordKind } from 'contract/records/records.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { requireViewReasonFor } from '#domain/accounts/user-views.ts';
import { exportList } from '#domain/lists/list-export.ts';
import { isWholeId } from '#domain/lists/list-statements.ts';
import { readViewedPage } from '#domain/lists/viewed-pages.ts';
import { withNetworks } from '#domain/networks/network-names.ts';
import { signalOf } from '#plugins/client-info.ts';
import { type Call, handle } from '#plugins/route.ts';
import { ipRecordsOf } from './ip-records.list.ts';
import { logRecordList } from './log-records.list.ts';
import { deleteMatchingRecords, listRecordDeletions } from './bulk-deletions.service.ts';
import { deleteRecords } from './records.service.ts';

export function recordRoutes(app: FastifyInstance, deps: Dependencies): void {
  const remove =
    (kind: RecordKind, msg: string) =>
    async ({
      body,
      reply,
      ...caller
    }: Call<typeof contract.deleteIpRecords | typeof contract.deleteLogRecords>) => {
      const { ids = [], filter, until } = body;
      const actor = { ...caller, signal: signalOf(reply) };
      if (!filter) return { msg, deleted: await deleteRecords(deps, actor, kind, ids) };
      const outcome = await deleteMatchingRecords(deps, actor, { kind, filter, until });
      if ('deleted' in outcome) return { msg, ...outcome };
      reply.status(202);
      return { msg: recordMessages.deletionBegun, ...outcome };
    };

  const ipRecords = ipRecordsOf(deps);
  const staffRead = (reply: FastifyReply) => ({ database: deps.database, signal: signalOf(reply) });

  handle(app, contract.listRecordDeletions, ({ query }) => listRecordDeletions(deps, query.kind));

  handle(app, contract.listIpRecords, async ({ body, reply, ...actor }) => {
    await requireViewReasonFor(deps, actor, body.user);
    const found = await readViewedPage({ ...actor, ...staffRead(reply) }, 'listIpRecords', ipRecords, body);
    return { ...found, data: withNetworks(deps, found.data) };
  });
  handle(app, contract.deleteIpRecords, remove('ip', recordMessages.ipDeleted));
  app.serveExport(contract.exportIpRecords, {
    link: contract.linkIpRecordsExport,
    name: 'ip-records',
    run: (request, filter) =>
      exportList(request, filter, {
        action: 'ip_records_export',
        name: 'IP records',
        list: ipRecords,
        userId: [filter.user].find(isWholeId),
      }),
  });

  handle(app, contract.listLogRecords, ({ body, reply, ...actor }) =>
    readViewedPage({ ...actor, ...staffRead(reply) }, 'listLogRecords', logRecordList, body),
  );
  handle(app, contract.deleteLogRecords, remove('log', recordMessages.logsDeleted));
  app.serveExport(contract.exportLogRecords, {
    link: contract.linkLogRecordsExport,
    name: 'log-records',
    run: (request, filter) =>
      exportList(request, filter, {
        action: 'log_records_export',
        name: 'log records',
        list: logRecordList,
      }),
  });
}
