import type { GuideHead } from 'contract/guides/guides.ts';
import type { ComponentType } from 'react';
import type { z } from 'zod';

export interface CompiledGuide {
  /** What stands at the head of the guide's file. */
  head: z.infer<typeof GuideHead>;
  default: ComponentType<{ components: Record<string, ComponentType<never>> }>;
}

/** Compiled at build, a chunk each. */
const texts = import.meta.glob<CompiledGuide>('./*.md', { base: '../../../../content/guides' });

/** Null where there is no such guide. */
export const loadGuideText = async (slug: string | undefined) => (await texts[`./${slug}.md`]?.()) ?? null;
