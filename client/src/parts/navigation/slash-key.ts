import { localStorageItem } from '#session/local-storage-item.ts';

const item = localStorageItem('slashKey');

/** Whether `/` opens the command line: users must be able to disable single-character shortcuts (WCAG 2.1.4). */
export const slashKey = {
  isOn: () => item.get() !== 'off',
  set: (isOn: boolean) => item.set(isOn ? null : 'off'),
  subscribe: item.subscribe,
};
