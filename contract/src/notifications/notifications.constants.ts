/** The kinds of notifications for staff. */
export const staffAlerts = ['attack', 'failures', 'system'] as const;

export const alertRules = {
  /** Failed sign-ins from one network (IPv4 /24, IPv6 /48): so many, or to so many accounts. */
  attack: { minutes: 10, failures: 50, accounts: 20, pauseMinutes: 60 },
  /** A kind of error that did not occur in the pause before. */
  failures: { minutes: 2, pauseMinutes: 24 * 60 },
  system: { sealMinutes: 5, mailMinutes: 10, refreshFailures: 3 },
} as const;

/** The kinds of notifications, each with a switch of the same name in the preferences. */
export const notificationSwitches = [
  'friend_request',
  'friend_accepted',
  'new_sign_in',
  'account_change',
  'storage_nearly_full',
  'cash_rate_change',
  'new_figures',
  'rate_gap',
  'calculation_shared',
  'loan_fault',
  'loan_reminder',
  'loan_decision',
  ...staffAlerts,
] as const;
/** The kinds that nobody can switch off. */
export const notificationsWithoutSwitch = ['staff_message', 'flag_answered'] as const;

export type NotificationSwitch = (typeof notificationSwitches)[number];

export type NotificationKind = NotificationSwitch | (typeof notificationsWithoutSwitch)[number];

export const noticeLevels = ['info', 'warning', 'critical'] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

export const notificationLimits = {
  /** The number of notifications in one call. */
  maxIds: 100,
  /** The number of streams of one user in one process. */
  streams: 3,
  /** The interval of the session check and of the comments that keep the connection open. */
  checkSeconds: 20,
  retentionDays: 365,
} as const;

export const notificationMessages = { read: 'Marked as read.' } as const;
