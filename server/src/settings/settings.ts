import { loginLimits } from 'contract/accounts/accounts.constants.ts';
import { invitationLimits } from 'contract/invitations/invitations.constants.ts';
import { storageLimits } from 'contract/files/files.constants.ts';
import { auditLimits, socialChannels } from 'contract/settings/settings.constants.ts';
import { settingFields, type SettingKey, type SettingValues } from 'contract/settings/settings.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { repeat } from '#platform/process/stopping.ts';
import { selectSettings } from './settings.queries.ts';

/** The settings that superusers change, cached in the process. */
export interface Settings {
  current: () => SettingValues;
  defaults: SettingValues;
  reload: () => Promise<void>;
}

/** Half of the 2 seconds within which every process applies a change, also through a transaction pooler. */
const reloadMs = 1_000;

export async function openSettings(database: Database, config: DefaultsConfig): Promise<Settings> {
  const defaults = settingDefaults(config);
  let cached = await readSettings(database, defaults);
  let [reads, applied] = [0, 0];
  return {
    current: () => cached.values,
    defaults,
    reload: async () => {
      const read = ++reads;
      const loaded = await readSettings(database, defaults);
      // A slower read may finish after a later one. The version may decrease after a restore.
      if (read > applied) [cached, applied] = [loaded, read];
    },
  };
}

/** Applies the changes of other processes. While the database is down, the last known settings apply. */
export const pollSettings = ({ reload }: Settings) =>
  repeat(async () => {
    await reload().catch(() => {});
    return reloadMs;
  });

/** Reads the values and the version from one snapshot. */
export async function readSettings(
  executor: Database | Transaction,
  defaults: SettingValues,
): Promise<{ version: number; values: SettingValues }> {
  const rows = await selectSettings(executor);
  const stored = rows.flatMap(({ key, value }) => {
    if (key === null || value === null || !isSettingKey(key)) return [];
    // A value that another version wrote and this version does not accept counts as unset.
    const parsed = settingFields[key].safeParse(JSON.parse(value));
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  const values = { ...defaults, ...(Object.fromEntries(stored) as Partial<SettingValues>) };
  return { version: rows[0]?.version ?? 0, values };
}

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingFields, key);

type DefaultsConfig = Pick<Config, 'contactEmail' | 'retentionDays' | 'staffSecondFactor' | 'dataRefresh'>;

function settingDefaults({
  contactEmail,
  retentionDays,
  staffSecondFactor,
  dataRefresh,
}: DefaultsConfig): SettingValues {
  return {
    contact_email: contactEmail,
    social_links: socialChannels.map((label) => ({ label, url: null })),
    registration_open: true,
    invitations_per_user: invitationLimits.perUser.default,
    storage_limit: storageLimits.records,
    storage_limit_premium: storageLimits.premiumRecords,
    record_retention_days: retentionDays,
    audit_details_retention_days: auditLimits.detailsRetentionDays,
    lock_free_tries: loginLimits.freeTries,
    lock_first_wait_seconds: loginLimits.firstWaitSeconds,
    lock_longest_wait_seconds: loginLimits.longestWaitSeconds,
    staff_second_factor: staffSecondFactor,
    view_reason: 'off',
    data_refresh: dataRefresh,
  };
}
