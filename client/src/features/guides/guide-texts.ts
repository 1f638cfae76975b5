import type { GuideHead } from 'contract/guides/guides.ts';
import type { ComponentType } from 'react';
import type { z } from 'zod';

export interface CompiledGuide {
  /** The head of the guide's file, and the datasets whose figures the guide quotes. */
  head: z.infer<typeof GuideHead> & { datasets: string[] };
  default: ComponentType<{ components: Record<string, ComponentType<never>> }>;
}

/** The guides, compiled by the build into one chunk each. */
const texts = import.meta.glob<CompiledGuide>('./*.md', { base: '../../../../content/guides' });

/** Null if there is no such guide. */
export const loadGuideText = async (slug: string | undefined) => (await texts[`./${slug}.md`]?.()) ?? null;
