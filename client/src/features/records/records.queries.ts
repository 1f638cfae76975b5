import { useQuery, useQueryClient } from '@tanstack/react-query';
import { recordMessages } from 'contract/records/records.constants.ts';
import type { IpRecord, LogRecord, RecordDeletion, RecordKind } from 'contract/records/records.ts';
import { useEffect } from 'react';
import { searchFields } from '#parts/list/list-page.ts';
import type { RecordSource } from '#parts/record-list/record-source.ts';
import { apiQuery, call } from '#session/call.ts';

export const ipRecords: RecordSource<IpRecord> = {
  list: 'listIpRecords',
  page: (search) => apiQuery('listIpRecords', { body: searchFields(search) }),
  timeOf: ({ created_at }) => created_at,
  deleteRows: (body) => call('deleteIpRecords', { body }),
  deletionSuccess: recordMessages.ipDeleted,
  deletionFailure: 'Failed to delete IP(s)',
  alsoInvalidates: ['listRecordDeletions'],
};

export const logRecords: RecordSource<LogRecord> = {
  list: 'listLogRecords',
  page: (search) => apiQuery('listLogRecords', { body: searchFields(search) }),
  timeOf: ({ created_at }) => created_at,
  deleteRows: (body) => call('deleteLogRecords', { body }),
  deletionSuccess: recordMessages.logsDeleted,
  deletionFailure: 'Failed to delete log(s)',
  alsoInvalidates: ['listRecordDeletions'],
};

const pollMs = 2_000;
const none: readonly RecordDeletion[] = [];

/** Polls while there are any, and refetches the list as its records disappear. */
export function useRecordDeletions(kind: RecordKind): readonly RecordDeletion[] {
  const queries = useQueryClient();
  const { data: { data: deletions } = { data: none } } = useQuery({
    ...apiQuery('listRecordDeletions', { query: { kind } }),
    refetchInterval: ({ state }) => (state.data?.data.length ? pollMs : false),
  });
  const { list } = kind === 'ip' ? ipRecords : logRecords;
  const deleted = deletions.reduce((sum, deletion) => sum + deletion.deleted, 0);
  useEffect(() => {
    if (deleted > 0) void queries.invalidateQueries({ queryKey: [list] });
  }, [queries, list, deleted]);
  return deletions;
}
