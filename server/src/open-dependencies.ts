import { join } from 'node:path';
import { createPasswordHashing } from '#auth/credentials/passwords.ts';
import { verifyingKeys } from '#auth/keys/keys.ts';
import { openProvider } from '#auth/openid/provider.ts';
import { relyingPartyOf } from '#auth/second-factor/passkeys.ts';
import type { Dependencies } from '#dependencies.ts';
import { openNetworkBlocks } from '#domain/network-blocks/network-blocks.ts';
import { openNetworkNames } from '#domain/networks/network-names.ts';
import { readReleaseDatasets } from '#modules/datasets/release-files.ts';
import type { Config } from '#platform/config/config.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { loadPageRenderer } from '#plugins/pages/page-files.ts';
import { datasetsFolder, rootFolder } from '#root-folders.ts';
import { openSettings } from '#settings/settings.ts';

type OwnDependencies = Pick<Dependencies, 'database' | 'keys' | 'logger'> & Partial<Dependencies>;

/** Opens what the configuration names. What the caller has opened itself takes precedence. */
export async function openDependencies(config: Config, own: OwnDependencies) {
  const { database, keys } = own;
  const { prepare, ...files } = await openFiles(config, verifyingKeys(keys, 'signedFile'));
  return {
    settings: await openSettings(database, config),
    networkBlocks: await openNetworkBlocks(database),
    networkNames: await openNetworkNames(config.networksFiles),
    hashing: createPasswordHashing(config),
    relyingParty: relyingPartyOf(config.publicUrl),
    openId: config.openId ? openProvider(config.openId, config.publicUrl) : null,
    ...files,
    backups: config.backups,
    releaseDatasets: own.releaseDatasets ?? readReleaseDatasets(datasetsFolder),
    clientFolder: join(rootFolder, 'client/dist'),
    makeRenderer: () => loadPageRenderer(join(rootFolder, 'client/dist-pages')),
    rateLimitScale: config.rateLimitScale,
    publicUrl: config.publicUrl,
    isDemo: config.isDemo,
    today: () => new Date().toISOString().slice(0, 10),
    ...own,
    /** Makes what the file store needs, such as its bucket. Rejects if the store is unavailable. */
    prepareFiles: prepare,
  };
}
