import type { Database } from '#platform/database/database.ts';
import { readReleaseDatasets, type ReleaseDataset } from './release-files.ts';
import { type Vintage, vintageOf } from './vintages.ts';
import { selectCurrentVintages, vintageChannel } from './vintages.queries.ts';

/** How long a process may serve replaced figures if it receives no notifications. */
const readAgainMs = 60_000;

export interface DatasetStore {
  /** The datasets of this release, including those without figures. */
  release: ReadonlyMap<string, ReleaseDataset>;
  /** The current vintages, by slug. */
  current: () => Promise<ReadonlyMap<string, Vintage>>;
  close: () => void;
}

export function openDatasetStore(database: Database, folder: string): DatasetStore {
  const release = readReleaseDatasets(folder);
  let known: ReadonlyMap<string, Vintage> | undefined;
  let latest: Promise<ReadonlyMap<string, Vintage>> | undefined;
  let readAtMs = -Infinity;

  async function read(): Promise<ReadonlyMap<string, Vintage>> {
    const rows = await selectCurrentVintages(database, [...release.keys()]);
    const before = known;
    const isSame =
      before?.size === rows.length &&
      rows.every(({ slug, known_from }) => before.get(slug)?.knownFrom.getTime() === known_from.getTime());
    if (isSame) return before;
    known = new Map(
      rows.flatMap((row) => {
        const dataset = release.get(row.slug);
        return dataset ? [[row.slug, vintageOf(dataset.about, row)]] : [];
      }),
    );
    return known;
  }

  function refresh(): Promise<ReadonlyMap<string, Vintage>> {
    readAtMs = performance.now();
    const before = latest;
    // While the database is down, the last known figures are served.
    const next = read().catch((error: unknown) => before ?? Promise.reject(error as Error));
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
    close: database.subscribe(vintageChannel, { onNotification: follow, onReconnect: follow }),
  };
}
