import { statfs } from 'node:fs/promises';

/**
 * The free space in MiB below which a disk is nearly full, and below which PostgreSQL may stop. A backup leaves more, because
 * PostgreSQL may write to the same disk meanwhile.
 */
export const diskSpace = { warnBelowMib: 1_024, failBelowMib: 64, leftByBackupMib: 256 } as const;

export const mebibyte = 2 ** 20;

/** In MiB. `read` differs in tests. */
export async function freeDiskSpace(
  folder: string,
  read: (path: string) => Promise<{ bsize: number; bavail: number }> = statfs,
): Promise<number> {
  const { bsize, bavail } = await read(folder);
  return Math.floor((bsize * bavail) / mebibyte);
}
