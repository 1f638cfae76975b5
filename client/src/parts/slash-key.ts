import { localStorageItem } from '#session/local-storage-item.ts';

const item = localStorageItem('slashKey');

/** Whether `/` opens the command line: a shortcut of one character must be possible to switch off (WCAG 2.1.4). */
export const slashKey = {
  isOn: () => item.get() !== 'off',
  set: (isOn: boolean) => item.set(isOn ? null : 'off'),
  subscribe: item.subscribe,
};
