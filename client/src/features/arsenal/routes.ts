import type { Feature } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const arsenal: Feature = {
  routes: [
    {
      path: paths.arsenal,
      access: 'guest',
      load: () => import('./arsenal-screen.tsx'),
      title: 'Arsenal',
      navigation: [{ place: 'bar', label: 'ARSENAL', order: 56, covers: `${paths.arsenal}/*` }],
    },
    { path: paths.guide, access: 'guest', load: () => import('./guide-screen.tsx'), title: 'Guide' },
  ],
};
