import type { PasswordHashing } from '#auth/passwords.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { type NewImage, prepareImage } from '#domain/user-images.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/files.ts';

interface RequestedChanges {
  body: { new_password?: string | null | undefined; delete_image?: boolean | undefined };
  /** A new image, as it was sent; goes before `delete_image`. */
  upload: Buffer | undefined;
}

/** A new image in the store, a new password's hash. */
export interface PreparedChanges {
  /** Undefined keeps the present one. */
  passwordHash: string | undefined;
  /** Null removes it, undefined keeps it. */
  image: NewImage | null | undefined;
}

/** Done before the transaction, which must not wait for it. Throws what `prepareImage` and the hashing throw. */
export async function prepareChanges(
  deps: { database: Database; files: FileStore; hashing: PasswordHashing },
  { ipAddress }: ClientInfo,
  { body, upload }: RequestedChanges,
): Promise<PreparedChanges> {
  return {
    image: upload ? await prepareImage(deps, upload) : body.delete_image ? null : undefined,
    passwordHash: body.new_password ? await deps.hashing.hash(body.new_password, ipAddress) : undefined,
  };
}
