import { z } from 'zod';
import { Id, isStorable } from './fields.ts';
import { listLimits } from './limits.ts';

/** Filters come from a query or from JSON, so each value may be text. */
const isNothing = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/**
 * Parses a list parameter. A value for which `read` returns undefined is refused with `refusal`; an
 * absent one becomes `fallback`.
 */
function given<Meaning, Fallback>(
  { refusal, fallback }: { refusal: string; fallback: Fallback },
  read: (value: string) => Meaning | undefined,
) {
  return z
    .union([z.string(), z.number(), z.boolean()], refusal)
    .nullish()
    .transform((value, context): Meaning | Fallback => {
      if (isNothing(value)) return fallback;
      const meaning = read(String(value));
      if (meaning !== undefined) return meaning;
      context.addIssue({ code: 'custom', message: refusal });
      return z.NEVER;
    });
}

const filterTextMaxLength = 300;

/** Case-insensitive substring, taken literally. */
export const FilterText = given(
  { refusal: `Must be text of at most ${filterTextMaxLength} characters.`, fallback: undefined },
  (text) => (text.length <= filterTextMaxLength && isStorable(text) ? text : undefined),
);

export const FilterAddress = given(
  { refusal: 'Must be an IP address, or a network such as 192.0.2.0/24.', fallback: undefined },
  (text) => (Address.safeParse(text).success ? text : undefined),
);
const Address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const FilterBoolean = given({ refusal: 'Must be true, false or ALL.', fallback: null }, (text) =>
  booleans.get(text.toLowerCase()),
);
const booleans = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['all', null],
]);

/** Case-insensitive; ALL filters nothing. */
export function filterChoice<const Choice extends string>(choices: readonly Choice[]) {
  return given({ refusal: `Must be ALL, ${choices.join(', ')}.`, fallback: null }, (text) =>
    text.toUpperCase() === 'ALL'
      ? null
      : choices.find((choice) => choice.toLowerCase() === text.toLowerCase()),
  );
}

export const FilterId = given({ refusal: 'Must be an id or ALL.', fallback: null }, (text) =>
  text.toUpperCase() === 'ALL' ? null : Id.safeParse(text).data,
);

const FilterMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const zone = /(?:Z|[+-]\d\d:?\d\d)$/;
const dayMs = 24 * 60 * 60 * 1000;

/** A bare date is a whole day in UTC, of which `edge` is taken. */
function filterMoment(edge: 'first' | 'last') {
  const refusal = 'Must be a date such as 2026-01-31, or a date and time, in UTC unless it names its zone.';
  return given({ refusal, fallback: undefined }, (text) => {
    if (!FilterMoment.safeParse(text).success) return undefined;
    const isDay = text.length === 'YYYY-MM-DD'.length;
    const moment = new Date(isDay || zone.test(text) ? text : `${text}Z`);
    // PostgreSQL has no year 0.
    if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1) return undefined;
    return isDay && edge === 'last' ? new Date(moment.getTime() + dayMs - 1) : moment;
  });
}

/** Both are inclusive. */
export const FilterAfter = filterMoment('first');
export const FilterBefore = filterMoment('last');

export const sorts = ['latest', 'oldest', 'a-z', 'z-a'] as const;
export type Sort = (typeof sorts)[number];

const latest: Sort = 'latest';

export const SortBy = given({ refusal: `Must be ${sorts.join(', ')}.`, fallback: latest }, (text) =>
  sorts.find((sort) => sort === text.toLowerCase()),
);

const wholeNumber = /^\d+$/;

export const paging = {
  page: given({ refusal: 'Must be a whole number from 1.', fallback: 1 }, (text) =>
    wholeNumber.test(text) && Number(text) >= 1 ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined,
  ),
  page_size: given(
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

/** For changes of many rows at once. */
export const IdList = idList(listLimits.maxIds);
