import type { Feature } from '#parts/feature.ts';

export const secondFactors: Feature = {
  profileTabs: [
    { id: 'second-factor', label: 'Second Factor', load: () => import('./second-factors-tab.tsx') },
  ],
};
