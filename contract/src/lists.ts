import { dayMs } from 'contract/days.ts';
import { z } from 'zod';
import { hasCalendarYear, Id, isStorable } from './fields.ts';
import { listLimits } from './limits.ts';

/** A filter comes from a query string or from JSON, so any value may be text. */
const isEmpty = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/**
 * Parses a list parameter. A value for which `read` returns undefined gives the error `refusal`; an
 * absent one becomes `fallback`.
 */
export function listParameter<Value, Fallback>(
  { refusal, fallback }: { refusal: string; fallback: Fallback },
  read: (value: string) => Value | undefined,
) {
  return z
    .union([z.string(), z.number(), z.boolean()], refusal)
    .nullish()
    .transform((value, context): Value | Fallback => {
      if (isEmpty(value)) return fallback;
      const parsed = read(String(value));
      if (parsed !== undefined) return parsed;
      context.addIssue({ code: 'custom', message: refusal });
      return z.NEVER;
    });
}

const filterTextMaxLength = 300;

/** Matches a substring in any letter case. No character is a wildcard. */
export const FilterText = listParameter(
  {
    refusal: `Must be text in UTF-8 of at most ${filterTextMaxLength} characters, without NUL.`,
    fallback: undefined,
  },
  (text) => (text.length <= filterTextMaxLength && isStorable(text) ? text : undefined),
);

export const notANetwork = 'Must be an IP address, or a network such as 192.0.2.0/24.';

export const FilterIpAddress = listParameter(
  { refusal: notANetwork, fallback: undefined },
  (text) => IpAddressOrNetwork.safeParse(withoutZone(text)).data,
);
/** The zone of an IPv6 address, such as `%eth0`, is no part of the stored ones. */
export const withoutZone = (text: string): string => text.replace(/(?<=:[^/]*)%[^/]*/, '');
export const IpAddressOrNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** The number of an autonomous system, with or without `AS`. */
export const FilterAsn = listParameter(
  { refusal: 'Must be the number of an autonomous system, such as 64500.', fallback: undefined },
  (text) => (/^(?:AS)?\d{1,10}$/i.test(text) ? Number(text.replace(/\D/g, '')) : undefined),
);

export const FilterCountry = listParameter(
  { refusal: 'Must be the code of a country, such as AU.', fallback: undefined },
  (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined),
);

export const FilterBoolean = listParameter(
  { refusal: 'Must be true, false or ALL.', fallback: null },
  (text) => booleans.get(text.toLowerCase()),
);
const booleans = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['all', null],
]);

/** A filter by one of the choices in any letter case. ALL applies no filter. */
export function filterChoice<const Choice extends string>(choices: readonly Choice[]) {
  return listParameter({ refusal: `Must be ALL, ${choices.join(', ')}.`, fallback: null }, (text) =>
    text.toUpperCase() === 'ALL'
      ? null
      : choices.find((choice) => choice.toLowerCase() === text.toLowerCase()),
  );
}

export const FilterId = listParameter({ refusal: 'Must be an id or ALL.', fallback: null }, (text) =>
  text.toUpperCase() === 'ALL' ? null : Id.safeParse(text).data,
);

const FilterTime = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const timeZoneSuffix = /(?:Z|[+-]\d\d:?\d\d)$/;

/** A date without a time means a whole day in UTC; `edge` selects its first or last moment. */
function filterTime(edge: 'first' | 'last') {
  const refusal = 'Must be a date such as 2026-01-31, or a date and time, in UTC unless it names its zone.';
  return listParameter({ refusal, fallback: undefined }, (text) => {
    if (!FilterTime.safeParse(text).success) return undefined;
    const isDay = text.length === 'YYYY-MM-DD'.length;
    const moment = new Date(isDay || timeZoneSuffix.test(text) ? text : `${text}Z`);
    if (!hasCalendarYear(moment)) return undefined;
    return isDay && edge === 'last' ? new Date(moment.getTime() + dayMs - 1) : moment;
  });
}

/** Both limits of the range are inclusive. */
export const FilterAfter = filterTime('first');
export const FilterBefore = filterTime('last');

export const sorts = ['latest', 'oldest', 'a-z', 'z-a'] as const;
export type Sort = (typeof sorts)[number];

/** The first choice is the default. */
export const sortBy = <const Choice extends string>(choices: readonly [Choice, ...Choice[]]) =>
  listParameter<Choice, Choice>({ refusal: `Must be ${choices.join(', ')}.`, fallback: choices[0] }, (text) =>
    choices.find((choice) => choice === text.toLowerCase()),
  );
export const SortBy = sortBy(sorts);

const wholeNumber = /^\d+$/;

export const paging = {
  page: listParameter({ refusal: 'Must be a whole number from 1.', fallback: 1 }, (text) =>
    wholeNumber.test(text) && Number(text) >= 1 ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined,
  ),
  page_size: listParameter(
    { refusal: `Must be a whole number from 1 to ${listLimits.maxPageSize}.`, fallback: listLimits.pageSize },
    (text) =>
      wholeNumber.test(text) && Number(text) >= 1 && Number(text) <= listLimits.maxPageSize
        ? Number(text)
        : undefined,
  ),
};

export const idList = (max: number) =>
  z
    .array(Id, 'Must be a list of ids.')
    .min(1, 'Must name at least one.')
    .max(max, `Must name at most ${max}.`);

/** The ids of the rows of a bulk change. */
export const IdList = idList(listLimits.maxIds);

/** The body of a bulk deletion: the ids of rows, or a filter of their list. */
export const deletedRows = <Filter extends z.ZodRawShape>(filter: Filter) =>
  z
    .strictObject({
      ids: IdList.optional(),
      filter: z.strictObject(filter, 'Must be a filter of the list.').optional(),
      until: FilterBefore.describe('For a `filter`: later rows stay. By default, the time of the request.'),
    })
    .refine(({ ids, filter: filterValue }) => (ids === undefined) !== (filterValue === undefined), {
      path: ['ids'],
      message: 'Name either ids or a filter.',
    });

/** The description of an operation with such a body. */
export const deletedRowsText =
  'Send either `ids`, where ids of rows that no longer exist are ignored, or the `filter` of the list, where `{}` deletes all rows. Rows that arrive after `until`, or by default after the request, stay.';
