import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const networkBlocks: readonly FeatureRoute[] = [
  {
    path: paths.adminNetworkBlocks,
    access: 'staff',
    load: () => import('./network-blocks-screen.tsx'),
    title: 'Blocked networks',
    staff: {
      text: 'Block a network for a time, and see what each block has refused.',
      area: 'People',
      order: 35,
    },
  },
];
