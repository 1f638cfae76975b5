import { queryOptions, useQuery } from '@tanstack/react-query';
import { settingLimits } from 'contract/settings/settings.constants.ts';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';

export type Site = ResponseOf<'getSite'>;

export const siteQuery = queryOptions({
  ...apiQuery('getSite'),
  staleTime: settingLimits.siteMaxAgeSeconds * 1000,
});

/** Bypasses the browser's cache, for settings that have just changed. */
export const newestSiteQuery = {
  ...apiQuery('getSite', { headers: { 'cache-control': 'no-cache' } }),
  queryKey: siteQuery.queryKey,
};

/** The site's public settings; undefined while they load. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data;
}
