/** JSON of the database, of which a newer version may have written other forms. */
import { newerVersionText } from 'contract/texts.ts';
import type { z } from 'zod';
import { AppError } from '#errors.ts';

export const ofNewerVersion = () => new AppError('conflict', `${newerVersionText}.`);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries that this version can read. */
export const readableEntries = <Entry>(list: unknown, entry: z.ZodType<Entry>): Entry[] =>
  Array.isArray(list)
    ? list.flatMap((value: unknown) => {
        const parsed = entry.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      })
    : [];

/** A large column is parsed once, however often it is read from the same row. */
export function parsedOnce<Value>(parse: (stored: unknown) => Value): (stored: unknown) => Value {
  const known = new WeakMap<object, { value: Value }>();
  return (stored) => {
    if (typeof stored !== 'object' || stored === null) return parse(stored);
    const entry = known.get(stored) ?? { value: parse(stored) };
    known.set(stored, entry);
    return entry.value;
  };
}

/** All entries, to write the list again. Throws `conflict` for what is no list. */
export function storedEntries(list: unknown): unknown[] {
  if (!Array.isArray(list)) throw ofNewerVersion();
  return list;
}
