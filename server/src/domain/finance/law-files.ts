/** Reads and validates the files of the law in the content folder. A malformed one throws a one-line `StartError`. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { SourceNames } from 'contract/law-files.ts';
import type { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

type LawSchema<Law> = (sources: SourceNames) => z.ZodType<Law>;

export const readLaw = <Law>(path: string, schemaOf: LawSchema<Law>): Law =>
  parseLaw(basename(path), JSON.parse(readFileSync(path, 'utf8')), schemaOf);

export function parseLaw<Law>(name: string, file: { sources?: object }, schemaOf: LawSchema<Law>): Law {
  const parsed = schemaOf(new Set(Object.keys(file.sources ?? {}))).safeParse(file);
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  throw new StartError(`${name}: ${path.join('.')}: ${message}.`);
}
