import type { IpRecord, LogRecord } from 'contract/records/records.ts';
import { pageOf, searchFields } from '#parts/list/list-page.ts';
import type { RecordSource } from '#parts/record-list/record-source.ts';
import { call } from '#session/call.ts';

export const ipRecords: RecordSource<IpRecord> = {
  list: 'listIpRecords',
  readPage: async (search, signal) => {
    const response = await call('listIpRecords', { body: searchFields(search), signal });
    return pageOf(response, response.totalIp);
  },
  timeOf: ({ created_at }) => created_at,
  deleteRows: (body) => call('deleteIpRecords', { body }),
  deletionFailure: 'Failed to delete IP(s)',
};

export const logRecords: RecordSource<LogRecord> = {
  list: 'listLogRecords',
  readPage: async (search, signal) => {
    const response = await call('listLogRecords', { body: searchFields(search), signal });
    return pageOf(response, response.totalLog);
  },
  timeOf: ({ created_at }) => created_at,
  deleteRows: (body) => call('deleteLogRecords', { body }),
  deletionFailure: 'Failed to delete log(s)',
};
