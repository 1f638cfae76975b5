export const ipActions = [
  'register',
  'login',
  'login_failed',
  'logout',
  'verify_email',
  'password_reset_request',
  'password_reset',
  'password_change',
  'email_change',
  'profile_update',
  'account_delete',
] as const;

export const recordLimits = {
  /** The default of the setting. */
  retentionDays: 90,
  /** Of more records than this, a deletion by filter goes on after the response. */
  deletedAtOnce: 100_000,
  /** How long the list shows that such a deletion has ended. */
  endedDeletionSeconds: 60,
  /** Of more different IP addresses than this, the networks are not looked up. */
  networkLookups: 10_000,
} as const;

export const recordMessages = {
  noIpsFound: 'No IPs found for the given filters',
  noLogsFound: 'No logs found for the given filters',
  ipDeleted: 'Ip deleted successfully',
  logsDeleted: 'Log(s) deleted successfully',
  noNetworks: 'This installation has no file of networks (NETWORKS_FILE).',
  tooManyNetworks: 'More than 10,000 different IP addresses match. Choose a narrower time range.',
  deletionBegun: 'The deletion has begun. The list shows its progress.',
} as const;
