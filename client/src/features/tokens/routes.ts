import type { Feature } from '#parts/feature.ts';

export const tokens: Feature = {
  profileTabs: [{ id: 'tokens', label: 'Tokens', load: () => import('./tokens-tab.tsx') }],
};
