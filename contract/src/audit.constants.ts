export const timelineLimits = {
  /** The latest of each kind. */
  entries: 1_000,
  /** Named of the accounts that an address was used for. */
  accounts: 50,
} as const;

export const auditMessages = {
  noAuditRecordsFound: 'No audit records found for the given filters',
  noTimelineFound: 'No records found of this user or address',
} as const;
