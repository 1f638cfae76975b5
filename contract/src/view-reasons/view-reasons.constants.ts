import type { OperationName } from 'contract/operations.ts';

export const viewReasonLimits = { reasonMaxLength: 200, minutes: 60 } as const;

export const viewReasonMessages = {
  created: 'Reason saved.',
  required: 'State a reason first.',
  enterReason: 'Enter a reason.',
} as const;

/** The searches of staff, whose bodies have a filter and its `view_reason`. */
export const searchOperations: readonly OperationName[] = [
  'listIpRecords',
  'exportIpRecords',
  'linkIpRecordsExport',
  'deleteIpRecords',
  'listLogRecords',
  'exportLogRecords',
  'linkLogRecordsExport',
  'deleteLogRecords',
  'listAuditRecords',
  'exportAuditRecords',
  'linkAuditRecordsExport',
  'listTimeline',
  'previewNetworkBlock',
];
