import type { MakePageRenderer } from 'contract/page-renderer.ts';
import type { FastifyServerOptions } from 'fastify';
import type { Registry } from 'prom-client';
import type { Keys } from '#auth/keys/keys.ts';
import type { PasswordHashing } from '#auth/credentials/passwords.ts';
import type { OpenIdProvider } from '#auth/openid/provider.ts';
import type { RelyingParty } from '#auth/second-factor/passkeys.ts';
import type { BackupSettings } from '#domain/backups/backup-state.ts';
import type { NetworkBlocks } from '#domain/network-blocks/network-blocks.ts';
import type { NetworkNames } from '#domain/networks/network-names.ts';
import type { ReleaseDataset } from '#modules/datasets/release-files.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileFolder } from '#platform/files/files-folder.ts';
import type { FileStore } from '#platform/files/files.ts';
import type { OpenMailbox } from '#platform/mail/local-mailbox.ts';
import type { Settings } from '#settings/settings.ts';

/** External services and settings that the modules use. */
export interface Dependencies {
  database: Database;
  settings: Settings;
  networkBlocks: NetworkBlocks;
  networkNames: NetworkNames;
  keys: Keys;
  hashing: PasswordHashing;
  /** Null if passkeys are disabled. */
  relyingParty: RelyingParty | null;
  /** Null if nobody can sign in through an OpenID provider. */
  openId: OpenIdProvider | null;
  files: FileStore;
  /** The file store if it is a folder: then the app serves its signed URLs. */
  fileFolder?: FileFolder | undefined;
  /** Defined only on a machine that serves only itself. */
  mailbox?: OpenMailbox | undefined;
  /** Undefined if metrics are disabled. */
  metrics?: Registry | undefined;
  backups: BackupSettings;
  /** By slug. */
  releaseDatasets: ReadonlyMap<string, ReleaseDataset>;
  /** The folder of the built client. */
  clientFolder: string;
  /** Loads the renderer of the public pages; undefined if it is not built. Then the browser renders every page. */
  makeRenderer: () => Promise<MakePageRenderer | undefined>;
  /** Multiplies every limit per IP address, network and user. */
  rateLimitScale: number;
  publicUrl: string;
  /** Whether the data are made up and the header says so. */
  isDemo?: boolean;
  /** The current day in UTC, such as `2026-11-27`. */
  today: () => string;
  logger: NonNullable<FastifyServerOptions['logger']>;
}
