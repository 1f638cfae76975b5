import type { GuideHead } from 'contract/guides.ts';
import type { ComponentType } from 'react';
import type { z } from 'zod';

interface CompiledGuide {
  /** What stands at the head of the guide's file. */
  head: z.infer<typeof GuideHead>;
  default: ComponentType<{ components: Record<string, ComponentType<never>> }>;
}

/** Compiled at build, a chunk each. */
const texts = import.meta.glob<CompiledGuide>('../../../../content/guides/*.md');

/** Undefined where there is no such guide. */
export async function loadGuideText(slug: string): Promise<CompiledGuide | undefined> {
  return texts[`../../../../content/guides/${slug}.md`]?.();
}
