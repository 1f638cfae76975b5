/** Each has a switch of its name among the preferences. */
export const notificationSwitches = [
  'friend_request',
  'friend_accepted',
  'new_sign_in',
  'account_change',
  'storage_nearly_full',
] as const;
export type NotificationSwitch = (typeof notificationSwitches)[number];

export const noticeLevels = ['info', 'warning', 'critical'] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

export const notificationLimits = {
  /** In one call. */
  maxIds: 100,
  /** Of one user in one process. */
  streams: 3,
  /** Interval of the session check and of keep-alive comments. */
  checkSeconds: 20,
  keptDays: 365,
} as const;

export const notificationMessages = { read: 'Marked as read.' } as const;
