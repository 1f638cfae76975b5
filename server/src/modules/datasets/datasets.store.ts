import type { Database } from '#platform/database/database.ts';
import type { ReleaseDataset } from './release-files.ts';
import type { Vintage } from './dataset-content.ts';
import { readCurrentVintages } from './vintages.ts';
import { vintageChannel } from './datasets.queries.ts';

/** How long a process may serve replaced figures if it receives no notifications. */
const readAgainMs = 60_000;

export interface DatasetStore {
  /** The datasets of this release, including those without figures. */
  release: ReadonlyMap<string, ReleaseDataset>;
  /** The current vintages, by slug. */
  current: () => Promise<ReadonlyMap<string, Vintage>>;
  close: () => void;
}

export function openDatasetStore(
  { prisma, subscribe }: Database,
  release: ReadonlyMap<string, ReleaseDataset>,
): DatasetStore {
  let latest: Promise<ReadonlyMap<string, Vintage>> | undefined;
  let readAtMs = -Infinity;

  function refresh(): Promise<ReadonlyMap<string, Vintage>> {
    readAtMs = performance.now();
    const before = latest;
    // While the database is down, the last known figures are served.
    const next = readCurrentVintages(prisma, release).catch(
      (error: unknown) => before ?? Promise.reject(error as Error),
    );
    next.catch(() => {
      if (latest === next) latest = undefined;
    });
    latest = next;
    return next;
  }
  const follow = () => void refresh().catch(() => {});

  return {
    release,
    current: () => (!latest || performance.now() - readAtMs > readAgainMs ? refresh() : latest),
    close: subscribe(vintageChannel, { onNotification: follow, onReconnect: follow }),
  };
}
