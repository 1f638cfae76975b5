import type { Dependencies } from '#dependencies.ts';
import { settingMessages } from 'contract/settings/settings.constants.ts';
import { settingDetails, type SettingKey, type UpdateSettingsBody } from 'contract/settings/settings.ts';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { lockCallerAgainstDeletion } from '#domain/accounts/permissions.ts';
import { AppError, validationFailed } from '#errors.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { readSettings } from '#settings/settings.ts';

type SettingsDependencies = Pick<Dependencies, 'database' | 'settings'>;

const keys = Object.keys(settingDetails) as SettingKey[];

export async function listSettings({ database, settings }: SettingsDependencies) {
  const { version, values } = await readSettings(database, settings.defaults);
  const changes = await database.prisma.setting.findMany({
    include: { updated_by: { select: { username: true } } },
  });
  const data = keys.map((key) => {
    const change = changes.find((row) => row.key === key);
    return {
      key,
      ...settingDetails[key],
      value: values[key],
      default: settings.defaults[key],
      updated_by: change?.updated_by?.username ?? null,
      updated_at: change?.updated_at ?? null,
    };
  });
  return { data, version };
}

type SettingChanges = z.output<typeof UpdateSettingsBody>;

/** Changes all values or none. */
export async function updateSettings(
  deps: SettingsDependencies,
  actor: Actor,
  { version, values: changes }: SettingChanges,
) {
  const { defaults } = deps.settings;
  await deps.database.prisma.$transaction(async (tx) => {
    const updatedVersion = await tx.settingsVersion.updateMany({
      where: { version },
      data: { version: { increment: 1 } },
    });
    if (updatedVersion.count === 0) throw new AppError('conflict', settingMessages.changedMeanwhile);
    const { values: former } = await readSettings(tx, defaults);
    await lockCallerAgainstDeletion(tx, actor.caller);
    await writeChanges(tx, actor.caller.user.id, changes);
    const { values: current } = await readSettings(tx, defaults);
    if (current.lock_longest_wait_seconds < current.lock_first_wait_seconds) {
      throw validationFailed({ 'values.lock_longest_wait_seconds': [settingMessages.longestBelowFirst] });
    }
    const changedKeys = keys.filter((key) => key in changes);
    await recordStaffEvent(tx, actor, {
      action: 'updateSettings',
      message: `changed settings: ${changedKeys.join(', ')}.`,
      details: Object.fromEntries(changedKeys.map((key) => [key, { from: former[key], to: current[key] }])),
    });
  });
  await deps.settings.reload();
  return listSettings(deps);
}

async function writeChanges(
  tx: Transaction,
  userId: string,
  changes: SettingChanges['values'],
): Promise<void> {
  const updated_at = await readClock(tx);
  for (const [key, value] of Object.entries(changes)) {
    const change = { value: value ?? Prisma.DbNull, updated_by_id: userId, updated_at };
    await tx.setting.upsert({ where: { key }, create: { key, ...change }, update: change });
  }
}
