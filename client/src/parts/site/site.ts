import { queryOptions, useQuery } from '@tanstack/react-query';
import { settingLimits } from 'contract/settings/settings.constants.ts';
import type { ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';

export type Site = ResponseOf<'getSite'>;

export const siteQuery = queryOptions({
  queryKey: ['getSite'],
  queryFn: () => call('getSite'),
  staleTime: settingLimits.siteMaxAgeSeconds * 1000,
});

/** Bypasses the browser's cache, for settings that have just changed. */
export const newestSiteQuery = queryOptions({
  queryKey: siteQuery.queryKey,
  queryFn: () => call('getSite', { headers: { 'cache-control': 'no-cache' } }),
});

/** The site's public settings; undefined while they load. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data;
}
