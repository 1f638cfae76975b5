import type { Actor } from '#auth/sessions/callers.ts';
import type { Dependencies } from '#dependencies.ts';
import { profileColumns, type UserChanges } from '#domain/accounts/user-details.ts';
import { type NewImage, prepareImage } from '#domain/storage/user-images.ts';

export type UpdateDependencies = Pick<
  Dependencies,
  'database' | 'settings' | 'keys' | 'hashing' | 'files' | 'openId' | 'relyingParty'
>;

export function profileOf(changes: UserChanges): UserChanges {
  return Object.fromEntries(profileColumns.map((column) => [column, changes[column]]));
}

/** Undefined means no change of the password. */
export function passwordChanges(hash: string | undefined, mustChange: boolean): UserChanges {
  if (hash === undefined) return {};
  return {
    password_hash: hash,
    must_change_password: mustChange,
    password_expires_at: null,
    has_password: true,
  };
}

export interface RequestedChanges {
  body: { new_password?: string | null | undefined; delete_image?: boolean | undefined };
  /** Takes precedence over `delete_image`. */
  upload: Buffer | undefined;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
}

export interface PreparedChanges {
  /** Undefined means no change. */
  passwordHash: string | undefined;
  /** Null removes the image, undefined means no change. */
  image: NewImage | null | undefined;
}

/** Do not call it in a transaction, because it waits for the store and the hash queue. */
export async function prepareChanges(
  deps: UpdateDependencies,
  { caller, clientInfo }: Actor,
  { body, upload, signal }: RequestedChanges,
): Promise<PreparedChanges> {
  const source = { accountId: caller.user.id, signal };
  return {
    image: upload ? await prepareImage(deps, upload, source) : body.delete_image ? null : undefined,
    passwordHash: body.new_password
      ? await deps.hashing.hash(body.new_password, clientInfo.ipAddress)
      : undefined,
  };
}
