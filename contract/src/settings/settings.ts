import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { Email, publicHostname } from 'contract/accounts/email.ts';
import { boundedText, oneOf, requiredOr, Timestamp, visibleLine, WholeNumber } from 'contract/fields.ts';
import { json, route } from 'contract/route.ts';
import { settingChoices, settingLimits, settingMessages } from './settings.constants.ts';
import { site } from 'contract/texts.ts';

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  WholeNumber.min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`);

const SocialLink = z.object({
  label: z.string(),
  url: z.string().nullable().describe('Null until the URL is set.'),
});
export type SocialLink = z.infer<typeof SocialLink>;

const notALink = { error: requiredOr('Must have a label and a URL.') };

function hasNoCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const SocialLinkInput = z.strictObject(
  {
    label: visibleLine(settingLimits.socialLabelMaxLength),
    url: boundedText(settingLimits.socialUrlMaxLength).pipe(
      z
        .url({
          protocol: /^https$/,
          hostname: publicHostname,
          error: 'Must be a URL that starts with https://.',
          abort: true,
        })
        .refine(hasNoCredentials, 'Must not contain a user name or a password.'),
    ),
  },
  notALink,
);

/** The schemas of the settings by key, which is also the name in the database. */
export const settingFields = {
  contact_email: Email.describe('Public.'),
  social_links: z
    .array(SocialLinkInput, { error: requiredOr('Must be a list of links.') })
    .max(settingLimits.socialLinks, `Must have at most ${settingLimits.socialLinks} links.`),
  registration_open: z.boolean(),
  invitations_per_user: wholeNumber(settingLimits.invitationsPerUser),
  storage_limit: wholeNumber(settingLimits.storageRecords),
  storage_limit_premium: wholeNumber(settingLimits.storageRecords),
  record_retention_days: wholeNumber(settingLimits.recordRetentionDays),
  audit_details_retention_days: wholeNumber(settingLimits.auditDetailsRetentionDays),
  lock_free_tries: wholeNumber(settingLimits.lockFreeTries),
  lock_first_wait_seconds: wholeNumber(settingLimits.lockFirstWaitSeconds),
  lock_longest_wait_seconds: wholeNumber(settingLimits.lockLongestWaitSeconds),
  staff_second_factor: oneOf(settingChoices.staff_second_factor),
  view_reason: oneOf(settingChoices.view_reason),
  data_refresh: oneOf(settingChoices.data_refresh),
} as const;

type Fields = typeof settingFields;
export type SettingKey = keyof Fields;

export type SettingValues = {
  [Key in SettingKey]: Key extends 'social_links' ? SocialLink[] : z.output<Fields[Key]>;
};

const groups = ['site', 'storage', 'retention', 'sign_in', 'data'] as const;
const types = ['email', 'links', 'boolean', 'integer', 'choice'] as const;

interface SettingDetails {
  group: (typeof groups)[number];
  type: (typeof types)[number];
  description: string;
}

const rangeText = ({ min, max }: { min: number; max: number }) =>
  ` From ${formatNumber(min)} to ${formatNumber(max)}.`;

/** In display order. */
export const settingDetails: Record<SettingKey, SettingDetails> = {
  contact_email: {
    group: 'site',
    type: 'email',
    description: 'The email address for enquiries in the footer, the privacy policy and emails.',
  },
  social_links: { group: 'site', type: 'links', description: 'The channels in the footer.' },
  registration_open: { group: 'site', type: 'boolean', description: 'Whether visitors may register.' },
  invitations_per_user: {
    group: 'site',
    type: 'integer',
    description: `The number of people that a user may invite to register, also while registration is closed. Staff may always invite.${rangeText(settingLimits.invitationsPerUser)}`,
  },
  storage_limit: {
    group: 'storage',
    type: 'integer',
    description: `The maximum number of records of a user. If it is lowered, no record is deleted.${rangeText(settingLimits.storageRecords)}`,
  },
  storage_limit_premium: {
    group: 'storage',
    type: 'integer',
    description: `The maximum number of records of a premium user.${rangeText(settingLimits.storageRecords)}`,
  },
  record_retention_days: {
    group: 'retention',
    type: 'integer',
    description: `The number of days after which IP and log records are deleted. If it is lowered, older records are deleted within an hour.${rangeText(settingLimits.recordRetentionDays)}`,
  },
  audit_details_retention_days: {
    group: 'retention',
    type: 'integer',
    description: `The number of days for which the audit trail stores IP addresses, browsers and what was changed.${rangeText(settingLimits.auditDetailsRetentionDays)}`,
  },
  lock_free_tries: {
    group: 'sign_in',
    type: 'integer',
    description: `The number of failed sign-ins in a row after which an account must wait between attempts.${rangeText(settingLimits.lockFreeTries)}`,
  },
  lock_first_wait_seconds: {
    group: 'sign_in',
    type: 'integer',
    description: `The first wait in seconds. Each further wait is twice as long.${rangeText(settingLimits.lockFirstWaitSeconds)}`,
  },
  lock_longest_wait_seconds: {
    group: 'sign_in',
    type: 'integer',
    description: `The longest wait in seconds.${rangeText(settingLimits.lockLongestWaitSeconds)}`,
  },
  staff_second_factor: {
    group: 'sign_in',
    type: 'choice',
    description: 'Whether staff must sign in with a second factor.',
  },
  view_reason: {
    group: 'sign_in',
    type: 'choice',
    description:
      'Whether staff must state why before they read the record, timeline, notes or IP records of a user. The user reads the reason.',
  },
  data_refresh: {
    group: 'data',
    type: 'choice',
    description: 'Whether the server asks the publishers of datasets for newer figures.',
  },
};

/** Makes every field optional and nullable. */
function changesOf<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const changes = Object.entries(shape).map(([key, schema]) => [key, schema.nullable().optional()]);
  return Object.fromEntries(changes) as { [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>> };
}

const SettingValue = z.union([z.string(), z.int(), z.boolean(), z.array(SocialLink)]);

const Setting = z
  .object({
    key: z.enum(Object.keys(settingFields) as [SettingKey, ...SettingKey[]]),
    group: z.enum(groups),
    type: z.enum(types),
    description: z.string(),
    value: SettingValue,
    default: SettingValue,
    updated_by: z.string().nullable().describe('The username of the user who changed it last.'),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof Setting>;

const exampleSetting: Setting = {
  key: 'storage_limit',
  ...settingDetails.storage_limit,
  value: 2_000,
  default: 1_000,
  updated_by: 'root',
  updated_at: '2026-01-31T02:03:04.567Z',
};

const settingsFields = {
  data: z.array(Setting),
  version: z.int().describe('Increases with each change.'),
};

export const getSite = route('getSite', {
  summary: 'Read the public settings of the site',
  description: `May be cached for ${settingLimits.siteMaxAgeSeconds} seconds.`,
  response: json(
    z.object({
      version: z.string().describe('The version of the package and, if known, the commit.'),
      contact_email: z.string(),
      social_links: z.array(SocialLink),
      registration_open: z.boolean(),
      openid_name: z
        .string()
        .nullable()
        .describe('The name of the OpenID provider through which users can sign in, if there is one.'),
      has_mailbox: z
        .boolean()
        .describe(
          'Whether the server shows its emails at `/mailbox` to browsers on the same machine, instead of sending them.',
        ),
      is_demo: z.boolean().describe('Whether the data are those of the demonstration.'),
      banner: z
        .object({ id: z.string(), title: z.string(), text: z.string() })
        .nullable()
        .describe('The live critical notice for all users.'),
    }),
    {
      version: '0.1.0+abcdef0',
      contact_email: site.contactEmail,
      social_links: [{ label: 'GitHub', url: null }],
      registration_open: true,
      openid_name: null,
      has_mailbox: false,
      is_demo: false,
      banner: null,
    },
  ),
});

export const listSettings = route('listSettings', {
  summary: 'Read the settings',
  description: 'Lists the settings by group in display order, each with its default.',
  response: json(z.object(settingsFields), { data: [exampleSetting], version: 7 }, 'All settings.'),
});

export const UpdateSettingsBody = z
  .strictObject({
    version: WholeNumber.describe('The version of the settings that the change is based on.'),
    values: z
      .strictObject(changesOf(settingFields), { error: requiredOr('Must name values by key.') })
      .refine((values) => Object.keys(values).length > 0, 'Must name at least one.')
      .describe('The new values by key. Null restores the default.'),
  })
  .meta({ id: 'UpdateSettings' });

export const updateSettings = route('updateSettings', {
  summary: 'Change settings',
  description:
    'Changes all of the values or none. Every process applies them within 2 seconds. A 409 means that the settings have changed since that version.',
  body: UpdateSettingsBody,
  bodyExample: { version: 6, values: { storage_limit: 2_000, contact_email: null } },
  response: json(
    z.object({ msg: z.string(), ...settingsFields }),
    { msg: settingMessages.saved, data: [exampleSetting], version: 7 },
    'Changed.',
  ),
  errors: ['conflict'],
});
