import { recordMessages } from 'contract/records/records.constants.ts';
import * as contract from 'contract/records/records.ts';
import { IpRecord, LogRecord, type RecordKind } from 'contract/records/records.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { pageView } from '#domain/accounts/user-views.ts';
import { exportList } from '#domain/lists/list-export.ts';
import { readPage } from '#domain/lists/lists.ts';
import { withNetworks } from '#domain/networks/network-names.ts';
import { signalOf } from '#plugins/client-info.ts';
import { type Call, handle } from '#plugins/route.ts';
import { ipRecordsOf, logRecordList } from './records.list.ts';
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
      const { ids = [], filter, until, view_reason: reason } = body;
      const actor = { ...caller, signal: signalOf(reply) };
      if (!filter) return { msg, deleted: await deleteRecords(deps, actor, kind, ids) };
      const outcome = await deleteMatchingRecords(deps, actor, { kind, filter, until, reason });
      if ('deleted' in outcome) return { msg, ...outcome };
      reply.status(202);
      return { msg: recordMessages.deletionBegun, ...outcome };
    };

  const ipRecords = ipRecordsOf(deps);
  handle(app, contract.listRecordDeletions, ({ query }) => listRecordDeletions(deps, query.kind));

  handle(
    app,
    contract.listIpRecords,
    async ({ body, reply }) => {
      const found = await readPage(deps.database, signalOf(reply), ipRecords, body);
      const data = found.data.map((row) => ({ ...row, action: IpRecord.shape.action.parse(row.action) }));
      return { ...found, data: withNetworks(deps, data) };
    },
    { views: (found, { body }) => pageView(found, body), searches: ({ body }) => body },
  );
  handle(app, contract.deleteIpRecords, remove('ip', recordMessages.ipDeleted), deletion);
  app.serveExport(contract.exportIpRecords, {
    link: contract.linkIpRecordsExport,
    name: 'ip-records',
    run: exportList({ action: 'ip_records_export', name: 'IP records', list: ipRecords }),
  });

  handle(
    app,
    contract.listLogRecords,
    async ({ body, reply }) => {
      const found = await readPage(deps.database, signalOf(reply), logRecordList, body);
      return {
        ...found,
        data: found.data.map((row) => ({ ...row, level: LogRecord.shape.level.parse(row.level) })),
      };
    },
    { views: (found, { body }) => pageView(found, body), searches: ({ body }) => body },
  );
  handle(app, contract.deleteLogRecords, remove('log', recordMessages.logsDeleted), deletion);
  app.serveExport(contract.exportLogRecords, {
    link: contract.linkLogRecordsExport,
    name: 'log-records',
    run: exportList({ action: 'log_records_export', name: 'log records', list: logRecordList }),
  });
}

type DeletionBody = Pick<
  Call<typeof contract.deleteIpRecords | typeof contract.deleteLogRecords>['body'],
  'filter' | 'view_reason'
>;

const deletion = {
  // The number of deleted rows tells whether the filter finds any.
  views: (outcome: { deleted?: number }, { body: { filter } }: { body: DeletionBody }) =>
    filter ? { userIds: [], request: filter, isAct: outcome.deleted !== 0 } : [],
  searches: ({ body: { filter, view_reason } }: { body: DeletionBody }) =>
    filter && { ...filter, view_reason },
};
