import { isDay } from 'contract/days.ts';

/** Whether the text is a year, a month or a day of the calendar, such as 2026, 2026-06 or 2026-06-30. */
export const isPeriod = (text: string): boolean =>
  /^\d{4}(-\d{2}){0,2}$/.test(text) && isDay(`${text}-01-01`.slice(0, 'YYYY-MM-DD'.length));

/** Whether the text is a day, or a day and a time, as filters of lists take them. */
export const isDayOrTime = (text: string): boolean =>
  isDay(text.slice(0, 'YYYY-MM-DD'.length)) && !Number.isNaN(Date.parse(text));

interface ReadParameters<Name extends string> {
  read: Partial<Record<Name, string>>;
  /** The parameters whose text fails its check, as `name=value`. */
  unrecognized: string[];
}

/** Reads parameters of a URL, each with the check of its text. */
export function readParameters<Name extends string>(
  search: URLSearchParams,
  checks: Readonly<Record<Name, (text: string) => boolean>>,
): ReadParameters<Name> {
  const result: ReadParameters<Name> = { read: {}, unrecognized: [] };
  for (const name in checks) {
    const text = search.get(name)?.trim() ?? '';
    if (text === '') continue;
    if (checks[name](text)) result.read[name] = text;
    else result.unrecognized.push(`${name}=${text}`);
  }
  return result;
}
