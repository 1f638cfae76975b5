/** The reading of account files on the device, loaded with the first file. */
import { type AccountFilesReading, readAccountFiles } from 'engine/account-files/read-account-files.ts';
import type { ReadCache } from 'engine/account-files/read-place.ts';
import type { Answers, Typed } from 'engine/account-files/questions.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { loadCsvParser } from '#parts/files/csv-parser.ts';

export async function readFiles(
  { answers, ...files }: Parameters<typeof readAccountFiles>[0] & { answers: Answers },
  typed: Typed,
  signal?: AbortSignal,
  cache?: ReadCache,
): Promise<AccountFilesReading> {
  const parse = await loadCsvParser();
  return runSlices(readAccountFiles(files, parse, answers, typed, cache), signal);
}
