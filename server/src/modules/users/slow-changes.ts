import type { PasswordHashing } from '#auth/passwords.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { type NewImage, prepareImage } from '#domain/user-images.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/files.ts';

/** What an edit asks for and cannot be had at once. */
interface Asked {
  body: { new_password?: string | null | undefined; delete_image?: boolean | undefined };
  /** A new image, as it was sent; goes before `delete_image`. */
  upload: Buffer | undefined;
}

export interface SlowChanges {
  /** Undefined keeps the present one. */
  passwordHash: string | undefined;
  /** Null removes it, undefined keeps it. */
  image: NewImage | null | undefined;
}

/** Does, before the transaction, what would hold it up. Throws what `prepareImage` and the hashing throw. */
export async function prepareSlowChanges(
  deps: { database: Database; files: FileStore; hashing: PasswordHashing },
  { ipAddress }: ClientInfo,
  { body, upload }: Asked,
): Promise<SlowChanges> {
  return {
    image: upload ? await prepareImage(deps, upload) : body.delete_image ? null : undefined,
    passwordHash: body.new_password ? await deps.hashing.hash(body.new_password, ipAddress) : undefined,
  };
}
