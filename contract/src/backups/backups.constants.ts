/** Automatic ones are thinned, and those by hand stay. */
export const backupKinds = ['daily', 'before_upgrade', 'by_hand'] as const;
export type BackupKind = (typeof backupKinds)[number];

export const backupTasks = ['backup', 'check'] as const;

export const backupLimits = {
  /** Without a success for so long, staff are notified: a day, and time for a slow backup. */
  lateHours: 26,
  checkDays: 7,
  /** Without a check for so long, staff are notified: a week, and time for what stands in its way to pass. */
  checkLateDays: 10,
  linkSeconds: 60,
  /** A second factor for a download must have been checked within this time. */
  factorSeconds: 120,
} as const;

export const backupMessages = {
  started: 'The backup has started.',
  running:
    'A backup, or the check of one, is already running. If the server was stopped during it, it begins again within two minutes.',
  off: 'Backups are off: BACKUPS is set to off.',
  signInWithPassword:
    'Only a session that began with your password may download a backup. Sign in with your password.',
} as const;
