import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

const choice = localStorageItem('scheduleFold');

const isFolded = () => choice.get() === 'by-year';

/** Whether wide screens show the schedule by year; stored in this browser. */
export function useFolded(): [boolean, (isFolded: boolean) => void] {
  return [
    useSyncExternalStore(choice.subscribe, isFolded, () => false),
    (folded) => choice.set(folded ? 'by-year' : null),
  ];
}
