import { queryOptions } from '@tanstack/react-query';
import type { GuideHead } from 'contract/guides.ts';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import { call } from '#session/call.ts';

interface CompiledGuide {
  /** The front matter. */
  head: z.infer<typeof GuideHead>;
  default: ComponentType<{ components: Record<string, ComponentType<never>> }>;
}

/** Compiled at build into one chunk each. */
const compiled = import.meta.glob<CompiledGuide>('../../../../content/guides/*.md');

export const guideList = queryOptions({
  queryKey: ['listGuides'],
  queryFn: async () => (await call('listGuides')).data,
  staleTime: Infinity,
});

/** Null where there is no such guide. */
export const compiledGuide = (slug: string) =>
  queryOptions({
    queryKey: ['compiledGuide', slug],
    queryFn: async () => (await compiled[`../../../../content/guides/${slug}.md`]?.()) ?? null,
    staleTime: Infinity,
  });
