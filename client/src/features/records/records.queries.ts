import type { IpRecord, LogRecord } from 'contract/records/records.ts';
import { searchFields } from '#parts/list/list-page.ts';
import type { RecordSource } from '#parts/record-list/record-source.ts';
import { apiQuery, call } from '#session/call.ts';

export const ipRecords: RecordSource<IpRecord> = {
  list: 'listIpRecords',
  page: (search) => apiQuery('listIpRecords', { body: searchFields(search) }),
  timeOf: ({ created_at }) => created_at,
  deleteRows: (body) => call('deleteIpRecords', { body }),
  deletionFailure: 'Failed to delete IP(s)',
};

export const logRecords: RecordSource<LogRecord> = {
  list: 'listLogRecords',
  page: (search) => apiQuery('listLogRecords', { body: searchFields(search) }),
  timeOf: ({ created_at }) => created_at,
  deleteRows: (body) => call('deleteLogRecords', { body }),
  deletionFailure: 'Failed to delete log(s)',
};
