import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { exportLink, listExport } from 'contract/exports.ts';
import { Id, Timestamp, storedKind, storedChoice } from 'contract/fields.ts';
import { exampleNetwork, network } from 'contract/network-name.ts';
import { ipActions, recordLimits, recordMessages } from './records.constants.ts';
import {
  deletedRows,
  deletedRowsText,
  FilterIpAddress,
  FilterAfter,
  FilterAsn,
  FilterBefore,
  FilterBoolean,
  filterChoice,
  FilterCountry,
  FilterText,
  paging,
  SortBy,
} from 'contract/lists.ts';
import { listOf, messageWith, onePage } from 'contract/responses.ts';
import { route } from 'contract/route.ts';
import { searchReason } from 'contract/view-reasons/view-reasons.ts';

export type IpAction = (typeof ipActions)[number];

export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
export type LogLevel = (typeof logLevels)[number];

export const IpRecord = z
  .object({
    id: Id,
    user: z.string().nullable().describe('The username, or null for an unknown identifier.'),
    ip_address: z.string(),
    action: storedKind(ipActions),
    created_at: Timestamp,
    network,
  })
  .meta({ id: 'IpRecord' });
export type IpRecord = z.infer<typeof IpRecord>;

export const LogRecord = z
  .object({
    id: Id,
    message: z.string(),
    level: storedChoice(logLevels, 'INFO'),
    from_proxy: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'LogRecord' });
export type LogRecord = z.infer<typeof LogRecord>;

const ipFilter = {
  /** Part of the username, or a whole id. */
  user: FilterText,
  ip_address: FilterIpAddress,
  /** Exact match. */
  action: FilterText,
  created_before: FilterBefore,
  created_after: FilterAfter,
  /** These two need a file of networks. */
  asn: FilterAsn,
  country: FilterCountry,
};

const logFilter = {
  message: FilterText,
  level: filterChoice(logLevels),
  from_proxy: FilterBoolean,
  created_before: FilterBefore,
  created_after: FilterAfter,
};

const exampleIds = { ids: ['01930a4e-7c00-7000-8000-000000000004'] };

const recordKinds = ['ip', 'log'] as const;
export type RecordKind = (typeof recordKinds)[number];

export const RecordDeletion = z
  .object({
    id: Id,
    matched: z.int().describe('The number of records that matched when the deletion began.'),
    deleted: z.int().describe('The number of records that are deleted.'),
    complete: z
      .boolean()
      .nullable()
      .describe('Null while the deletion runs; false after it was interrupted for good.'),
  })
  .meta({ id: 'RecordDeletion' });
export type RecordDeletion = z.infer<typeof RecordDeletion>;

const exampleDeletion: RecordDeletion = {
  id: '01930a4e-7c00-7000-8000-000000000006',
  matched: 250_000,
  deleted: 83_000,
  complete: null,
};

const deletionText = `${deletedRowsText} A filter deletes 1,000 records at a time, the oldest first: if the connection ends before the response, the remaining ones stay. If more than ${formatNumber(recordLimits.deletedAtOnce)} records match, the response is a 202 and the deletion goes on without it: \`listRecordDeletions\` returns its progress. The audit trail records the filter and the number of records.`;

const deletionResponses = (msg: string) => ({
  200: messageWith('deleted', z.int(), { msg, example: 1, description: 'The records are deleted.' }),
  202: messageWith('progress', RecordDeletion, {
    msg: recordMessages.deletionBegun,
    example: exampleDeletion,
    description: 'A job deletes the records.',
  }),
});

export const ListIpRecordsBody = z.strictObject({ ...ipFilter, ...searchReason, sort: SortBy, ...paging });
export const ExportIpRecordsBody = z.strictObject({ ...ipFilter, ...searchReason, sort: SortBy });
const DeleteIpRecordsBody = deletedRows(ipFilter).safeExtend(searchReason);
export const ListLogRecordsBody = z.strictObject({ ...logFilter, ...searchReason, sort: SortBy, ...paging });
export const ExportLogRecordsBody = z.strictObject({ ...logFilter, ...searchReason, sort: SortBy });
const DeleteLogRecordsBody = deletedRows(logFilter).safeExtend(searchReason);

export const listIpRecords = route('listIpRecords', {
  summary: 'Find IP records',
  description:
    'Lists which accounts did what from which IP address. `a-z` and `z-a` sort by username. The filters `asn` and `country` need a file of networks, and at most 10,000 different IP addresses that match the others.',
  body: ListIpRecordsBody,
  bodyExample: {
    user: 'ada',
    ip_address: '192.0.2.0/24',
    action: 'login',
    created_after: '2020-01-31',
    sort: 'latest',
    page: 1,
  },
  response: onePage('totalIp', IpRecord, {
    id: '01930a4e-7c00-7000-8000-000000000004',
    user: 'ada',
    ip_address: '192.0.2.7',
    action: 'login',
    created_at: '2026-01-31T02:03:04.567Z',
    network: exampleNetwork,
  }),
  errors: ['not_found', 'view_reason_required'],
});

export const deleteIpRecords = route('deleteIpRecords', {
  summary: 'Delete IP records',
  description: deletionText,
  body: DeleteIpRecordsBody,
  bodyExample: exampleIds,
  responses: deletionResponses(recordMessages.ipDeleted),
  errors: ['view_reason_required'],
});

export const exportIpRecords = listExport('exportIpRecords', {
  summary: 'Export IP records as CSV',
  body: ExportIpRecordsBody,
  bodyExample: { action: 'login' },
});

export const linkIpRecordsExport = exportLink('linkIpRecordsExport', exportIpRecords);

export const listLogRecords = route('listLogRecords', {
  summary: 'Find log records',
  description: 'Lists account events, warnings and errors. `a-z` and `z-a` sort by message.',
  body: ListLogRecordsBody,
  bodyExample: { message: 'signed in', level: 'INFO', from_proxy: 'false', sort: 'latest', page: 1 },
  response: onePage('totalLog', LogRecord, {
    id: '01930a4e-7c00-7000-8000-000000000005',
    message: 'ada signed in.',
    level: 'INFO',
    from_proxy: false,
    created_at: '2026-01-31T02:03:04.567Z',
  }),
  errors: ['not_found', 'view_reason_required'],
});

export const deleteLogRecords = route('deleteLogRecords', {
  summary: 'Delete log records',
  description: deletionText,
  body: DeleteLogRecordsBody,
  bodyExample: exampleIds,
  responses: deletionResponses(recordMessages.logsDeleted),
  errors: ['view_reason_required'],
});

export const exportLogRecords = listExport('exportLogRecords', {
  summary: 'Export log records as CSV',
  body: ExportLogRecordsBody,
  bodyExample: { level: 'ERROR' },
});

export const linkLogRecordsExport = exportLink('linkLogRecordsExport', exportLogRecords);

export const listRecordDeletions = route('listRecordDeletions', {
  summary: 'List deletions that go on after their response',
  description: `Lists the deletions by filter that run, or that ended in the last ${recordLimits.endedDeletionSeconds} seconds, the latest first.`,
  query: z.strictObject({ kind: z.enum(recordKinds) }),
  response: listOf(RecordDeletion, exampleDeletion, 'The deletions.'),
  countsAsActivity: false,
});
