/** The default of the setting. */
export const recordLimits = { retentionDays: 90 } as const;

export const recordMessages = {
  noIpsFound: 'No IPs found for the given filters',
  noLogsFound: 'No logs found for the given filters',
  ipDeleted: 'Ip deleted successfully',
  logsDeleted: 'Log(s) deleted successfully',
} as const;
