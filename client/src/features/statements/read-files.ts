/** The reading of account files on the device, loaded with the first file. */
import { readAccountFiles, type AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import type { ReadCache } from 'engine/account-files/read-place.ts';
import type { Typed } from 'engine/account-files/questions.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { loadCsvParser } from '#parts/files/csv-parser.ts';
import type { AccountFilesState } from './use-account-files.ts';

export async function readFiles(
  { loan, offset, answers }: Pick<AccountFilesState, 'loan' | 'offset' | 'answers'>,
  typed: Typed,
  signal?: AbortSignal,
  cache?: ReadCache,
): Promise<AccountFilesReading> {
  const parse = await loadCsvParser();
  return runSlices(readAccountFiles({ loan, offset }, parse, answers, typed, cache), signal);
}
