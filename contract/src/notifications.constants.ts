/** What the system tells a user of: each has the switch of its name among the preferences. */
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
  /** Ids in one call that marks them as read. */
  maxIds: 100,
  /** Open streams of one user at one process. */
  streams: 3,
  /** Between two looks at the sessions of open streams, and between two comments. */
  checkSeconds: 20,
  /** How long what the system told is kept. */
  keptDays: 365,
} as const;

export const notificationMessages = { read: 'Marked as read.' } as const;
