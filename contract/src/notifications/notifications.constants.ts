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
] as const;
export type NotificationSwitch = (typeof notificationSwitches)[number];

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
