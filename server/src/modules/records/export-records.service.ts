import { isWholeId } from '#domain/list-statements.ts';
import type { CsvExport } from '#domain/csv-export.ts';
import { exportList, type ExportRequest } from '#domain/list-export.ts';
import { type IpFilter, ipRecordList } from './ip-records.list.ts';
import { type LogFilter, logRecordList } from './log-records.list.ts';

export async function exportIpRecords(request: ExportRequest, filter: IpFilter): Promise<CsvExport> {
  return exportList(request, filter, {
    action: 'ip_records_export',
    name: 'IP records',
    list: ipRecordList,
    userId: isWholeId(filter.user) ? filter.user : undefined,
  });
}

export async function exportLogRecords(request: ExportRequest, filter: LogFilter): Promise<CsvExport> {
  return exportList(request, filter, {
    action: 'log_records_export',
    name: 'log records',
    list: logRecordList,
  });
}
