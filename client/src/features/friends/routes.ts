import type { Feature } from '#parts/feature.ts';

export const friends: Feature = {
  profileTabs: [
    { id: 'friends', label: 'Friends', load: () => import('./friends-tab.tsx') },
    { id: 'history', label: 'Request History', load: () => import('./history-tab.tsx') },
  ],
};
