import type { Feature } from '#parts/feature.ts';

export const calculations: Feature = {
  dashboardParts: [{ place: 'section', order: 20, load: () => import('./archive.tsx') }],
};
