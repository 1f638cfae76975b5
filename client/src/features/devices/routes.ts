import type { Feature } from '#parts/feature.ts';

export const devices: Feature = {
  profileTabs: [{ id: 'devices', label: 'Devices', load: () => import('./devices-tab.tsx') }],
};
