import type { FastifyServerOptions } from 'fastify';
import type { Registry } from 'prom-client';
import type { Keys } from '#auth/keys.ts';
import type { PasswordHashing } from '#auth/passwords.ts';
import type { RelyingParty } from '#auth/second-factor/passkeys.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileFolder } from '#platform/files/files-folder.ts';
import type { FileStore } from '#platform/files/files.ts';
import type { OpenMailbox } from '#platform/mail/local-mailbox.ts';
import type { Settings } from '#settings.ts';

/** What the modules need of the outside world. */
export interface Dependencies {
  database: Database;
  settings: Settings;
  keys: Keys;
  hashing: PasswordHashing;
  /** Null where passkeys are not offered. */
  relyingParty: RelyingParty | null;
  files: FileStore;
  /** The same, where files are kept in a folder: then the app serves their signed addresses. */
  fileFolder?: FileFolder | undefined;
  /** Where mail lands that its page may show, to whom has its token: only on a machine that serves itself alone. */
  mailbox?: OpenMailbox | undefined;
  /** Where the metrics of requests go: undefined where nobody reads them. */
  metrics?: Registry | undefined;
  /** Folder of the built client. */
  clientFolder: string;
  /** Multiplies every limit per address, per network and per user. */
  rateLimitScale: number;
  logger: NonNullable<FastifyServerOptions['logger']>;
}
