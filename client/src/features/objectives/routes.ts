import type { Feature } from '#parts/feature.ts';

export const objectives: Feature = {
  dashboardParts: [{ place: 'section', order: 10, load: () => import('./objectives.tsx') }],
};
