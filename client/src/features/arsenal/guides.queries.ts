import { queryOptions } from '@tanstack/react-query';
import { call } from '#session/call.ts';
import { loadGuideText } from './load-guide-text.ts';

export const guideList = queryOptions({
  queryKey: ['listGuides'],
  queryFn: async () => (await call('listGuides')).data,
  staleTime: Infinity,
});

/** Null where there is no such guide. */
export const compiledGuide = (slug: string) =>
  queryOptions({
    queryKey: ['compiledGuide', slug],
    queryFn: async () => (await loadGuideText(slug)) ?? null,
    staleTime: Infinity,
  });
