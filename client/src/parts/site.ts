import { siteUrl } from 'contract/settings.constants.ts';
import { useEffect, useState } from 'react';
import type { ResponseOf } from '#api/call.ts';

type Site = ResponseOf<'getSite'>;

let site: Promise<Site> | undefined;

/**
 * What the site says of itself, as its settings have it; undefined until it is there. Without the query library, which
 * is no part of the first load.
 */
export function useSite(): Site | undefined {
  const [known, setKnown] = useState<Site>();
  useEffect(() => {
    site ??= readSite();
    site.then(setKnown, () => (site = undefined));
  }, []);
  return known;
}

async function readSite(): Promise<Site> {
  const response = await fetch(new URL(siteUrl, window.location.origin));
  if (!response.ok) throw new Error(`The site answers ${response.status}.`);
  return (await response.json()) as Site;
}
