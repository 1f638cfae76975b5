import { lockBackupCheck, lockBackups, tryLockBackups } from '#domain/backups/backups.queries.ts';
import { withConnection } from '#platform/database/migrations.ts';

interface LockOptions {
  /** Must not be a transaction pooler, because the lock belongs to the connection. */
  url: string;
  /** Whether to wait for another process, or else to do nothing. */
  waits: boolean;
  isCheck?: boolean;
}

/** Of all processes on the database, one at a time makes or checks a backup. Resolves to whether the work was done. */
export async function withBackupLock(
  { url, waits, isCheck = false }: LockOptions,
  work: () => Promise<void>,
): Promise<boolean> {
  return withConnection(url, async (client) => {
    await client.query('SET idle_session_timeout = 0');
    if (waits) await lockBackups(client);
    else if (!(await tryLockBackups(client))[0]?.is_locked) return false;
    if (isCheck) await lockBackupCheck(client);
    await work();
    return true;
  });
}
