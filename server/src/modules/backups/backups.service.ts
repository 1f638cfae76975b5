import { stat } from 'node:fs/promises';
import { backupLimits, backupMessages } from 'contract/backups/backups.constants.ts';
import { downloadBackup } from 'contract/backups/backups.ts';
import { v7 as uuidv7 } from 'uuid';
import { recordStaffEvent } from '#audit/audit.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { isSigned, type Keys, sign } from '#auth/keys/keys.ts';
import { hasFactor } from '#auth/second-factor/factors.ts';
import { insertExportLink } from '#auth/links/export-links.queries.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { checkOwnPassword } from '#auth/sessions/step-up.ts';
import { ownTimeZone } from '#domain/backups/backup-days.ts';
import { bytesWritten, listStoredBackups } from '#domain/backups/backup-files.ts';
import {
  type BackupDependencies,
  type BackupSettings,
  findBackupFaults,
  findCheckRemedy,
  obstacle,
  readBackupState,
  removeAbandoned,
} from '#domain/backups/backup-state.ts';
import { makeBackupTask, selectBackupActivity, selectBackupLink } from '#domain/backups/backups.queries.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import { AppError, notFound } from '#errors.ts';
import { lockName, readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { nearestFolder } from '#platform/files/folders.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';

export async function listBackups({ database, backups }: BackupDependencies) {
  const { isOn: is_on, databaseFolder, folder, hour } = backups;
  const [activity] = await selectBackupActivity(database);
  return {
    is_on,
    is_database_embedded: databaseFolder !== undefined,
    folder,
    disk: await findDisk(backups),
    hour,
    time_zone: ownTimeZone(),
    running: await findRunning(folder, activity),
    faults: Object.values(await findBackupFaults(backups)),
    check_remedy: is_on ? await findCheckRemedy({ database, backups }) : null,
    data: (await listStoredBackups(folder)).map(({ name, kind, startedAt, bytes, check }) => ({
      name,
      kind,
      created_at: startedAt,
      size_bytes: bytes,
      checked_at: check?.at ?? null,
      check_fault: check?.fault ?? null,
    })),
  };
}

type Activity = Awaited<ReturnType<typeof selectBackupActivity>>[number];

async function findRunning(folder: string, activity: Activity | undefined) {
  if (activity?.is_check) return { task: 'check' as const, bytes: null };
  if (activity?.is_running) return { task: 'backup' as const, bytes: (await bytesWritten(folder)) || null };
  return activity?.is_waiting ? { task: 'backup' as const, bytes: null } : null;
}

async function findDisk({
  folder,
  databaseFolder,
}: BackupSettings): Promise<'database' | 'other' | 'unknown'> {
  if (databaseFolder === undefined) return 'unknown';
  try {
    const [own, other] = await Promise.all([
      stat(nearestFolder(folder)),
      stat(nearestFolder(databaseFolder)),
    ]);
    return own.dev === other.dev ? 'database' : 'other';
  } catch {
    // A fault says that the folder cannot be read.
    return 'unknown';
  }
}

/** One at a time, whichever process is asked. */
export async function requestBackup({ database, backups }: BackupDependencies, actor: Actor): Promise<void> {
  if (!backups.isOn) throw new AppError('conflict', backupMessages.off);
  await removeAbandoned({ database, backups });
  const found = await obstacle(backups, await readBackupState(backups));
  if (found !== undefined) throw new AppError('conflict', `No backup can be made: ${found}`);
  await database.prisma.$transaction(async (tx) => {
    await lockName(tx, makeBackupTask);
    const [activity] = await selectBackupActivity(tx);
    if (activity?.is_running || activity?.is_waiting) throw new AppError('conflict', backupMessages.running);
    await enqueueJob(tx, makeBackupTask, {}, { key: makeBackupTask });
    await recordStaffEvent(tx, actor, { action: 'createBackup', subject: 'a backup', details: {} });
  });
}

/** The file is the whole database, so a recent sign-in is not enough: the password is asked for each time. */
export async function linkBackup(
  deps: BackupDependencies & CredentialsDependencies & { keys: Keys },
  actor: Actor,
  name: string,
  password: string,
): Promise<{ path: string; proof: string }> {
  const { database, backups, keys } = deps;
  const { caller } = actor;
  if (caller.session.beganWithoutPassword) throw new AppError('forbidden', backupMessages.signInWithPassword);
  await requireFreshFactor(deps, actor);
  await checkOwnPassword(deps, actor, password);
  const found = (await listStoredBackups(backups.folder)).find((backup) => backup.name === name);
  if (!found) throw notFound();
  const id = uuidv7();
  await database.prisma.$transaction(async (tx) => {
    await lockSession(tx, caller);
    const { operation } = downloadBackup;
    const seconds = backupLimits.linkSeconds;
    await insertExportLink(tx, { id, sessionId: caller.session.id, operation, body: { name }, seconds });
    const superusers = await tx.user.findMany({
      where: { is_superuser: true, is_active: true },
      select: { email: true },
    });
    for (const { email } of superusers) await enqueueSecurityMail(tx, 'backup-linked', email, name);
    await recordStaffEvent(tx, actor, {
      action: 'linkBackup',
      message: `asked for a link to download the backup ${name}.`,
      details: { name },
    });
  });
  const path = downloadBackup.url.replace(':id', id).replace(':token', sign(keys.exportLink, id));
  return { path, proof: sign(keys.exportLink, proofOf(id)) };
}

const proofOf = (id: string) => `${id} in the browser`;

export const isLinkProof = ({ keys }: { keys: Keys }, id: string, proof: string): boolean =>
  isSigned(keys, 'exportLink', proofOf(id), proof);

async function requireFreshFactor({ database: { prisma } }: HasDatabase, { caller }: Actor): Promise<void> {
  if (!(await hasFactor(prisma, caller.user.id))) return;
  const authenticated_at = { gte: secondsAfter(await readClock(prisma), -backupLimits.factorSeconds) };
  const where = { id: caller.session.id, authenticated_at, second_factor_at: { not: null } };
  if ((await prisma.session.count({ where })) === 0) throw new AppError('reauthentication_required');
}

/** Before the first byte is sent: what is recorded afterwards would be lost with the process. */
export async function recordDownload(
  { database, backups }: BackupDependencies,
  actor: Actor,
  name: string,
  range: string | undefined,
): Promise<void> {
  const found = (await listStoredBackups(backups.folder)).find((backup) => backup.name === name);
  if (!found) throw notFound();
  const part = range === undefined ? {} : { range };
  await recordStaffEvent(database, actor, {
    action: 'downloadBackup',
    message: `began to download ${range === undefined ? '' : 'a part of '}the backup ${name}.`,
    details: { name, size_bytes: found.bytes, ...part },
  });
}

/** Null for a forged or expired URL, or if its session has ended. */
export async function findLinkedBackup(
  { database, keys }: HasDatabase & { keys: Keys },
  { id, token }: { id: string; token: string },
) {
  if (!isSigned(keys, 'exportLink', id, token)) return null;
  const [link] = await selectBackupLink(database, id, downloadBackup.operation);
  return link ? { name: link.name, session: { id: link.session_id, userId: link.user_id } } : null;
}
