/** What the schemas of the files of the law share. Their rules cite the sources of their file by name. */
import { z } from 'zod';

export type SourceNames = ReadonlySet<string>;

export const citationOf = (names: SourceNames) =>
  z
    .string()
    .refine((name) => names.has(name), { error: ({ input }) => `there is no source ${String(input)}` });

/** The content of a file as TypeScript reads it: JSON has no tuples. */
export type JsonOf<Content> = Content extends readonly (infer Entry)[]
  ? readonly JsonOf<Entry>[]
  : Content extends object
    ? { readonly [Field in keyof Content]: JsonOf<Content[Field]> }
    : Content;

/** Whether the first numbers of the rows rise. */
export const isRising = (rows: readonly (readonly (number | null)[])[]): boolean =>
  rows.every(([over], index) => index === 0 || over! > rows[index - 1]![0]!);
