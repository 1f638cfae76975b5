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
