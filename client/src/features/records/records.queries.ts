import type { IpRecord, LogRecord } from 'contract/records.ts';
import type { RecordSource } from '#parts/record-list/record-source.ts';
import { call } from '#session/call.ts';

export const ipRecords: RecordSource<IpRecord> = {
  list: 'listIpRecords',
  readPage: async ({ filter, page, pageSize }, signal) => {
    const response = await call('listIpRecords', { body: { ...filter, page, page_size: pageSize }, signal });
    return { rows: response.data, total: response.totalIp, pages: response.numOfPages, page: response.page };
  },
  timeOf: ({ created_at }) => created_at,
  deleteRows: (ids) => call('deleteIpRecords', { body: { ids } }),
  deletionFailure: 'Failed to delete IP(s)',
};

export const logRecords: RecordSource<LogRecord> = {
  list: 'listLogRecords',
  readPage: async ({ filter, page, pageSize }, signal) => {
    const response = await call('listLogRecords', { body: { ...filter, page, page_size: pageSize }, signal });
    return { rows: response.data, total: response.totalLog, pages: response.numOfPages, page: response.page };
  },
  timeOf: ({ created_at }) => created_at,
  deleteRows: (ids) => call('deleteLogRecords', { body: { ids } }),
  deletionFailure: 'Failed to delete log(s)',
};
