import { createHash } from 'node:crypto';
import { z } from 'zod';
import { equals, keyedHash, type Keys } from '#auth/keys/keys.ts';

export const backupFormat = 1;

const Table = z.object({
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
/** The rows, size and hash of the text of a table's COPY. */
export type TableDigest = Omit<z.output<typeof Table>, 'columns'>;

export const Manifest = z.object({
  format: z.literal(backupFormat),
  product: z.string(),
  created_at: z.string(),
  /** The major version of PostgreSQL. */
  postgres: z.int(),
  /** The name of the key that sealed the audit trail. Nothing depends on it. */
  key_name: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.record(z.string(), Table),
  sequences: z.record(z.string(), z.tuple([z.int(), z.boolean()])),
  jobs: z.int(),
  files: z.object({
    count: z.int(),
    bytes: z.int(),
    included: z.boolean(),
    /** The keys of files that were deleted before they could be read. */
    missing: z.array(z.string()),
  }),
  /** The head of the audit trail in the format of the server’s log. */
  head: z.string().nullable(),
  /** The hash of the headers and contents of all previous entries. */
  sha256: z.string(),
});
export type Manifest = z.output<typeof Manifest>;

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

const signature = (keys: Pick<Keys, 'backup'>, text: string) => keyedHash(keys.backup, text).toString('hex');

/** The content of `manifest.mac`. */
export const signManifest = (keys: Keys, text: string): string => `${sha256(text)} ${signature(keys, text)}`;

/** Only a signature proves a secret, because whoever writes a manifest also writes the names in it. */
export const isManifestSigned = (key: Buffer, text: string, mac: string): boolean =>
  equals(mac, signature({ backup: key }, text));
