import { WaitingCount } from '#features/friends/waiting.tsx';
import type { ComponentType } from 'react';

interface ProfileTab {
  /** In the URL: `?tab=…`. */
  id: string;
  label: string;
  /** Badge beside the label. */
  Waiting?: ComponentType;
  load: () => Promise<{ default: ComponentType }>;
}

export const profileTabs: readonly ProfileTab[] = [
  {
    id: 'friends',
    label: 'Friends',
    Waiting: WaitingCount,
    load: () => import('#features/friends/friends-tab.tsx'),
  },
  { id: 'history', label: 'Request History', load: () => import('#features/friends/history-tab.tsx') },
  {
    id: 'second-factor',
    label: 'Second Factor',
    load: () => import('#features/second-factors/second-factors-tab.tsx'),
  },
  { id: 'devices', label: 'Devices', load: () => import('#features/devices/devices-tab.tsx') },
  { id: 'tokens', label: 'Tokens', load: () => import('#features/tokens/tokens-tab.tsx') },
];
