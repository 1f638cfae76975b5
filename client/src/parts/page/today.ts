import { dayIn } from 'contract/day-in.ts';
import { useSyncExternalStore } from 'react';
import { localDate } from '#parts/calculator/local-date.ts';

let pageDay = '';

let isTakenOver = false;

/** Sets the day on which the server rendered the page. */
export function setPageDay(day: string): void {
  pageDay = day;
}

/** From now on, forms begin with the reader's day. */
export function endPageDay(): void {
  isTakenOver = true;
}

/** The first day of a form: today, or the day of the page while the app takes it over. */
export const initialDay = (): string => (isTakenOver ? '' : pageDay) || localDate(new Date());

const neverChanges = () => () => {};

/**
 * Today in the reader's time zone, as YYYY-MM-DD. While the app takes over a page of the server, it is the day of that page,
 * so that both render the same.
 */
export const useToday = (): string =>
  useSyncExternalStore(
    neverChanges,
    () => localDate(new Date()),
    () => pageDay,
  );

/** The day of a moment in the reader's time zone; in a page of the server, the day in Sydney. */
export const useLocalDay = (moment: string): string =>
  useSyncExternalStore(
    neverChanges,
    () => localDate(new Date(moment)),
    () => dayIn('Australia/Sydney', new Date(moment)),
  );

/** Whether the component is part of a page of the server that the app has not taken over yet. */
export const useIsStatic = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
