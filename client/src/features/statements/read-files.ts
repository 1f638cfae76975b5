/** The reading of account files on the device, loaded with the first file. */
import {
  type AccountFile,
  readAccountFiles,
  type AccountFilesReading,
} from 'engine/account-files/read-account-files.ts';
import type { ReadCache } from 'engine/account-files/read-place.ts';
import type { Answers, Typed } from 'engine/account-files/questions.ts';
import type { Place } from 'engine/account-files/reading.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { loadCsvParser } from '#parts/files/csv-parser.ts';

export async function readFiles(
  { answers, ...files }: Record<Place, readonly AccountFile[]> & { answers: Answers },
  typed: Typed,
  signal?: AbortSignal,
  cache?: ReadCache,
): Promise<AccountFilesReading> {
  const parse = await loadCsvParser();
  return runSlices(readAccountFiles(files, parse, answers, typed, cache), signal);
}
