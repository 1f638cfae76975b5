import { calculationMethod, type MethodRecord } from 'contract/calculations/method.ts';
import { isDay } from 'contract/days.ts';
import { formatLongDate } from '#parts/format/format.ts';
import { localDate } from './local-date.ts';

/** The record of figures that are calculated on the day. */
export const recordOf = (on: string): MethodRecord => ({ method: calculationMethod, on });

/** The record of figures that are calculated now. */
export const currentRecord = (): MethodRecord => recordOf(localDate(new Date()));

/** A text such as `Method 1, 23 November 2026`. */
export const recordText = ({ method, on }: MethodRecord) => `Method ${method}, ${formatLongDate(on)}`;

/** Matches the record at the end of the fragment of a copied link. */
const recordPattern = /[#&]method=(\d{1,9})&on=(\d{4}-\d{2}-\d{2})$/;

/** Splits a link, or only its fragment, into the record at its end and the rest. */
export function readRecord(link: string): { rest: string; record: MethodRecord | undefined } {
  const [end, method, on] = recordPattern.exec(link) ?? [];
  if (end === undefined || on === undefined || !isDay(on)) {
    return { rest: link, record: undefined };
  }
  return { rest: link.slice(0, -end.length), record: { method: Number(method), on } };
}

/** The link with the record at the end of its fragment, which no server receives. */
export function withRecord(link: string, { method, on }: MethodRecord): string {
  const { rest } = readRecord(link);
  return `${rest}${rest.includes('#') ? '&' : '#'}method=${method}&on=${on}`;
}
