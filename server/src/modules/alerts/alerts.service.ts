import { formatNumber } from 'contract/formats.ts';
import { alertRules } from 'contract/notifications/notifications.constants.ts';
import { pagePaths } from 'contract/page-paths.ts';
import { type BackupFaults, type BackupSettings, findBackupFaults } from '#domain/backups/backup-state.ts';
import { notify, type StaffAlert } from '#domain/notifications/notifications.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { nearestFolder } from '#platform/files/folders.ts';
import { diskSpace, freeDiskSpace } from '#platform/process/disk-space.ts';
import {
  claimAlerts,
  claimNewErrors,
  claimStates,
  deleteOldAlerts,
  selectAttacks,
  selectErrorKinds,
  selectSystemState,
} from './alerts.queries.ts';

export interface AlertDependencies extends HasDatabase {
  backups: BackupSettings;
  /** The folder whose disk is watched. */
  dataDir: string;
  readFreeMib?: (folder: string) => Promise<number>;
}

/** Notifies staff of attacks, of new kinds of errors, and of states of the system. Runs once a minute in one process. */
export async function alertStaff(deps: AlertDependencies): Promise<void> {
  const { prisma } = deps.database;
  const isDiskFull = await isDiskNearlyFull(deps);
  const backupFaults = await findBackupFaults(deps.backups);
  await prisma.$transaction(async (tx) => {
    const alerts = [
      ...(await findAttacks(tx)),
      ...(await findNewErrors(tx)),
      ...(await findSystemChanges(tx, isDiskFull, backupFaults)),
    ];
    await deleteOldAlerts(tx);
    if (alerts.length === 0) return;
    const staff = await tx.user.findMany({
      where: { is_active: true, OR: [{ is_staff: true }, { is_superuser: true }] },
      select: { id: true },
    });
    const userIds = staff.map(({ id }) => id);
    for (const alert of alerts) await notify(tx, userIds, alert);
  });
}

async function findAttacks(tx: Transaction): Promise<StaffAlert[]> {
  const { minutes, failures, accounts, pauseMinutes } = alertRules.attack;
  const attacks = await selectAttacks(tx, { minutes, failures, accounts });
  if (attacks.length === 0) return [];
  const networks = attacks.map(({ network }) => network);
  const claimed = await claimAlerts(tx, 'attack', networks, pauseMinutes);
  const due = new Set(claimed.map(({ key }) => key));
  return attacks
    .filter(({ network }) => due.has(network))
    .map(({ network, failures: failed, accounts: targets }) => ({
      kind: 'attack',
      title: `Failed sign-ins from ${network}`,
      text: `${formatNumber(failed)} sign-ins from ${network} failed within ${minutes} minutes, to ${formatNumber(targets)} known accounts.`,
      // With the sign-ins that succeeded among them.
      link: `${pagePaths.adminTimeline}?${new URLSearchParams({ ip_address: network }).toString()}`,
    }));
}

async function findNewErrors(tx: Transaction): Promise<StaffAlert[]> {
  const { minutes, pauseMinutes } = alertRules.failures;
  const kinds = await selectErrorKinds(tx, minutes);
  if (kinds.length === 0) return [];
  const keys = kinds.map(({ key }) => key);
  const claimed = await claimNewErrors(tx, keys, pauseMinutes);
  const unknown = new Set(claimed.map(({ key }) => key));
  return kinds
    .filter(({ key }) => unknown.has(key))
    .map(({ message }) => ({
      kind: 'failures',
      title: 'A new kind of error',
      text: `It did not occur in the last 24 hours: ${message}`,
      link: `${pagePaths.adminLogRecords}?${new URLSearchParams({ level: 'ERROR', message: message.slice(0, 80) }).toString()}`,
    }));
}

async function findSystemChanges(
  tx: Transaction,
  isDiskFull: boolean,
  backupFaults: BackupFaults,
): Promise<StaffAlert[]> {
  const { sealMinutes, mailMinutes, refreshFailures } = alertRules.system;
  const minutes = { seals: sealMinutes, mail: mailMinutes };
  const [state] = await selectSystemState(tx, minutes, refreshFailures);
  const keys = [
    ...(state?.are_seals_behind ? ['seals'] : []),
    ...(state?.is_mail_late ? ['mail'] : []),
    ...(isDiskFull ? ['disk'] : []),
    ...Object.keys(backupFaults),
    ...(state?.failing_datasets ?? []).map((slug) => `dataset ${slug}`),
  ];
  const changes = await claimStates(tx, keys);
  return changes.map(({ key, has_begun }) => ({
    kind: 'system',
    ...systemText(key, has_begun, backupFaults),
  }));
}

function systemText(
  key: string,
  hasBegun: boolean,
  { backup_failed, backup_late, backup_check_failed, backup_check_late }: BackupFaults,
): Omit<StaffAlert, 'kind'> {
  const { sealMinutes, mailMinutes, refreshFailures } = alertRules.system;
  const texts: Partial<Record<string, readonly [begun: string | undefined, ended: string, link: string]>> = {
    seals: [
      `The audit trail has not been sealed for ${sealMinutes} minutes.`,
      'The audit trail is sealed again.',
      pagePaths.adminAudit,
    ],
    mail: [
      `Emails have waited for more than ${mailMinutes} minutes.`,
      'Emails leave in time again.',
      pagePaths.adminLogRecords,
    ],
    disk: [
      `The disk has less than ${formatNumber(diskSpace.warnBelowMib)} MiB free.`,
      'The disk has enough space again.',
      pagePaths.adminDashboard,
    ],
    backup_failed: [backup_failed, 'Backups can be made again.', pagePaths.adminSettings],
    backup_late: [backup_late, 'A backup has succeeded again.', pagePaths.adminSettings],
    backup_check_failed: [
      backup_check_failed,
      'A backup was restored by its check again.',
      pagePaths.adminSettings,
    ],
    backup_check_late: [backup_check_late, 'A backup was checked again.', pagePaths.adminSettings],
  };
  const [begun, ended, link] = texts[key] ?? [
    `The refresh of the ${key} failed ${refreshFailures} times.`,
    `The ${key} is refreshed again.`,
    pagePaths.adminSettings,
  ];
  return {
    title: hasBegun ? 'The system needs attention' : 'The system has recovered',
    text: hasBegun ? (begun ?? '') : ended,
    link,
  };
}

async function isDiskNearlyFull({
  dataDir,
  readFreeMib = freeDiskSpace,
}: AlertDependencies): Promise<boolean> {
  return (await readFreeMib(nearestFolder(dataDir))) < diskSpace.warnBelowMib;
}
