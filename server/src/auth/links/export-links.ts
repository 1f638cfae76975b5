import { listLimits } from 'contract/limits.ts';
import type { OperationName } from 'contract/operations.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/database/database.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { claimExportLink, insertExportLink } from './export-links.queries.ts';
import { isSigned, type Keys, sign } from '#auth/keys/keys.ts';

interface ExportLinkDependencies {
  database: Database;
  keys: Keys;
}

/** Resolves to the last two segments of the URL. */
export async function createExportLink(
  { database, keys }: ExportLinkDependencies,
  { session }: Caller,
  { operation, body }: { operation: OperationName; body: unknown },
): Promise<{ id: string; token: string }> {
  const id = uuidv7();
  const seconds = listLimits.exportLinkSeconds;
  await insertExportLink(database, { id, sessionId: session.id, operation, body, seconds });
  return { id, token: sign(keys.exportLink, id) };
}

/** Null for a forged, used or expired URL, or if its session has ended. */
export async function useExportLink(
  { database, keys }: ExportLinkDependencies,
  { id, token }: { id: string; token: string },
) {
  if (!isSigned(keys, 'exportLink', id, token)) return null;
  const [link = null] = await claimExportLink(database, id);
  return link;
}
