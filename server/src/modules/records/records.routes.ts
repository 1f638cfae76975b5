import { recordMessages } from 'contract/records.constants.ts';
import * as contract from 'contract/records.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#route.ts';
import { exportIpRecords, exportLogRecords } from './export-records.service.ts';
import { deleteIpRecords, deleteLogRecords, listIpRecords, listLogRecords } from './records.service.ts';

export function recordRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listIpRecords, async ({ body, reply }) => {
    const { rows, total, numOfPages, page } = await listIpRecords(deps, signalOf(reply), body);
    return { data: rows, totalIp: total, numOfPages, page };
  });
  handle(app, contract.deleteIpRecords, async ({ body, caller, clientInfo }) => {
    const deleted = await deleteIpRecords(deps, clientInfo, caller, body.ids);
    return { msg: recordMessages.ipDeleted, deleted };
  });
  app.serveExport(contract.exportIpRecords, {
    link: contract.linkIpRecordsExport,
    name: 'ip-records',
    run: exportIpRecords,
  });

  handle(app, contract.listLogRecords, async ({ body, reply }) => {
    const { rows, total, numOfPages, page } = await listLogRecords(deps, signalOf(reply), body);
    return { data: rows, totalLog: total, numOfPages, page };
  });
  handle(app, contract.deleteLogRecords, async ({ body, caller, clientInfo }) => {
    const deleted = await deleteLogRecords(deps, clientInfo, caller, body.ids);
    return { msg: recordMessages.logsDeleted, deleted };
  });
  app.serveExport(contract.exportLogRecords, {
    link: contract.linkLogRecordsExport,
    name: 'log-records',
    run: exportLogRecords,
  });
}
