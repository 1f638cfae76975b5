import type { GuideHead } from 'contract/guides.ts';
import type { ComponentType } from 'react';
import type { z } from 'zod';

interface CompiledGuide {
  /** What stands at the head of the guide's file. */
  head: z.infer<typeof GuideHead>;
  default: ComponentType<{ components: Record<string, ComponentType<never>> }>;
}

/** Compiled at build, a chunk each. */
export const guideTexts = import.meta.glob<CompiledGuide>('../../../../content/guides/*.md');
