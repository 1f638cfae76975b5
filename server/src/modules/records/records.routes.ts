import * as contract from 'contract/records/records.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { exportList } from '#domain/lists/list-export.ts';
import { isWholeId } from '#domain/lists/list-statements.ts';
import { readPage } from '#domain/lists/lists.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { ipRecordList } from './ip-records.list.ts';
import { logRecordList } from './log-records.list.ts';
import { deleteMatchingRecords, deleteRecords } from './records.service.ts';

export function recordRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listIpRecords, ({ body, reply }) =>
    readPage(deps.database, signalOf(reply), ipRecordList, body),
  );
  handle(app, contract.deleteIpRecords, ({ body: { ids, filter, until }, reply, ...actor }) => {
    if (!filter) return deleteRecords(deps, actor, 'ip', ids ?? []);
    const matching = { kind: 'ip', list: ipRecordList, filter, until } as const;
    return deleteMatchingRecords(deps, { ...actor, signal: signalOf(reply) }, matching);
  });
  app.serveExport(contract.exportIpRecords, {
    link: contract.linkIpRecordsExport,
    name: 'ip-records',
    run: (request, filter) =>
      exportList(request, filter, {
        action: 'ip_records_export',
        name: 'IP records',
        list: ipRecordList,
        userId: [filter.user].find(isWholeId),
      }),
  });

  handle(app, contract.listLogRecords, ({ body, reply }) =>
    readPage(deps.database, signalOf(reply), logRecordList, body),
  );
  handle(app, contract.deleteLogRecords, ({ body: { ids, filter, until }, reply, ...actor }) => {
    if (!filter) return deleteRecords(deps, actor, 'log', ids ?? []);
    const matching = { kind: 'log', list: logRecordList, filter, until } as const;
    return deleteMatchingRecords(deps, { ...actor, signal: signalOf(reply) }, matching);
  });
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
