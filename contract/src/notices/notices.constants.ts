export const noticeAudiences = ['all', 'premium', 'staff', 'user'] as const;
export type NoticeAudience = (typeof noticeAudiences)[number];

export const noticeStates = ['draft', 'scheduled', 'live', 'over', 'withdrawn'] as const;
export type NoticeState = (typeof noticeStates)[number];

export const noticeLimits = { titleMaxLength: 120, textMaxLength: 2_000 } as const;

export const noticeMessages = {
  noneFound: 'No notices found for the given filters',
  created: 'Notice saved.',
  updated: 'Notice updated.',
  withdrawn: 'Notice withdrawn.',
  liveIsFixed: 'This notice is live or was: only its end can change.',
  withdrawnIsFixed: 'This notice was withdrawn.',
  liveIsWithdrawn: 'This notice is live or was: withdraw it instead.',
  userMissing: 'Must name the user.',
  userSuperfluous: 'Only with the audience user.',
  userUnknown: 'There is no such user.',
  endBeforeStart: 'Must be after the start.',
  endInPast: 'Must lie in the future.',
} as const;
