import { invitationLimits } from 'contract/invitations/invitations.constants.ts';

/** The ranges of the settings. Their defaults are defined with the limits that they configure. */
export const settingLimits = {
  invitationsPerUser: invitationLimits.perUser,
  socialLinks: 6,
  socialLabelMaxLength: 40,
  socialUrlMaxLength: 500,
  storageRecords: { min: 1, max: 1_000_000 },
  recordRetentionDays: { min: 1, max: 3_650 },
  auditDetailsRetentionDays: { min: 30, max: 3_650 },
  lockFreeTries: { min: 1, max: 20 },
  lockFirstWaitSeconds: { min: 1, max: 3_600 },
  lockLongestWaitSeconds: { min: 1, max: 86_400 },
  siteMaxAgeSeconds: 10,
} as const;

export const auditLimits = { detailsRetentionDays: 365 } as const;

/** Displayed without a link until their URLs are set. */
export const socialChannels = ['GitHub', 'LinkedIn', 'Mastodon'] as const;

/** The values of the settings of the type `choice`. */
export const settingChoices = {
  staff_second_factor: ['off', 'required'],
  view_reason: ['off', 'required'],
  data_refresh: ['off', 'on'],
} as const;

export const settingMessages = {
  saved: 'Settings saved.',
  changedMeanwhile: 'Somebody else changed the settings in the meantime.',
  longestBelowFirst: 'Must be at least the first wait.',
} as const;
