import type { ReleaseDataset } from '../release-files.ts';
import type { AboutWithReader } from '../readers/read-source.ts';
import { StartError } from '#platform/process/start-error.ts';

/** A dataset that can be refreshed from its publisher. */
export interface RefreshSource {
  slug: string;
  about: AboutWithReader;
  url: string;
  /** An operator's URL may be http and lead to a private IP address. */
  isByOperator: boolean;
}

export type RefreshSources = ReadonlyMap<string, RefreshSource>;

export function refreshSources(
  release: ReadonlyMap<string, ReleaseDataset>,
  dataUrls: ReadonlyMap<string, string>,
): RefreshSources {
  const sources = new Map<string, RefreshSource>();
  for (const { slug, about } of release.values()) {
    const { reader } = about;
    if (!reader) continue;
    const operatorUrl = dataUrls.get(slug);
    const url = operatorUrl ?? reader.url;
    sources.set(slug, { slug, about: { ...about, reader }, url, isByOperator: operatorUrl !== undefined });
  }
  const unknown = [...dataUrls.keys()].find((slug) => !sources.has(slug));
  if (unknown === undefined) return sources;
  throw new StartError(`DATA_URLS names ${unknown}, which is no dataset that can be refreshed.`);
}
