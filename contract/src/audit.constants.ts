/** How long addresses, user agents and what changed are kept, unless the operator says otherwise. */
export const auditLimits = {
  detailsRetentionDays: 365,
  /** The latest events of each kind in a timeline. */
  timelineEntries: 1_000,
  /** Named of those that an address was used for. */
  timelineAccounts: 50,
} as const;

export const auditMessages = {
  noAuditRecordsFound: 'No audit records found for the given filters',
  noTimelineFound: 'No records found of this user or address',
} as const;
