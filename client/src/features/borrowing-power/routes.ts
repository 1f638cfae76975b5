import type { Feature } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const borrowingPower: Feature = {
  routes: [
    {
      path: paths.borrowingPower,
      access: 'guest',
      load: () => import('./borrowing-power-screen.tsx'),
      title: 'Borrowing power',
      navigation: [{ place: 'bar', label: 'BORROWING POWER', order: 70 }],
    },
  ],
};
