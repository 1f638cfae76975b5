export const timelineLimits = {
  /** The number of entries of each kind. */
  entries: 1_000,
  accounts: 50,
} as const;

export const auditMessages = {
  noAuditRecordsFound: 'No audit records found for the given filters',
  noTimelineFound: 'No records found of this user or address',
} as const;
