import type { Database } from '#platform/database/database.ts';
import { DatasetFault, type Figures, readDataset } from './dataset-content.ts';
import { decodeSource, otherForm, parseJson } from './readers/decode.ts';
import { check, FileFault } from './readers/file-fault.ts';
import { readSource } from './readers/read-source.ts';
import { type ReleaseDataset, readReleaseDatasets } from './release-files.ts';
import { addVintage, lockCurrentVintage } from './vintages.ts';

/**
 * Adds an operator's file as a vintage, or throws an error that names the faulty row. `added` is null if these are the current
 * figures, whose vintage has the name then.
 */
export async function importDataset(
  database: Database,
  { folder, isDryRun = false }: { folder: string; isDryRun?: boolean },
  slug: string,
  bytes: Buffer,
) {
  const dataset = readReleaseDatasets(folder).get(slug);
  if (!dataset) throw new DatasetFault(`There is no dataset ${slug}.`);
  return database.prisma.$transaction(async (tx) => {
    const current = await lockCurrentVintage(tx, dataset);
    // No server waits for this command.
    const source = await readImport(dataset, bytes, current);
    const added = await addVintage(tx, dataset, current, { ...source, origin: 'import' }, { isDryRun });
    return { figures: source.figures, added, vintage: added?.name ?? current?.vintage ?? '' };
  });
}

/** Reads this project's JSON or the publisher's file. */
async function readImport({ slug, about }: ReleaseDataset, bytes: Buffer, current: Figures | null) {
  try {
    const { reader } = about;
    const text = decodeSource(bytes);
    const form = otherForm(text);
    const isJson = form === 'JSON';
    check(reader || isJson, `is not JSON but ${form ?? 'CSV'}`);
    const file = isJson ? parseJson(text) : undefined;
    if (reader && !isOwnFile(file)) {
      return await readSource({ ...about, reader }, bytes, { current, isRefresh: false, now: new Date() });
    }
    const figures = readDataset(slug, about, file);
    refuseLostYears(slug, current, figures);
    return { figures, published: null };
  } catch (error) {
    if (error instanceof FileFault) throw new DatasetFault(`${slug}: ${error.message}.`);
    throw error;
  }
}

const isOwnFile = (file: unknown) =>
  typeof file === 'object' && file !== null && ('rows' in file || 'changes' in file);

/** Figures replace the current ones only if they cover at least the same period. */
function refuseLostYears(slug: string, current: Figures | null, { first, last }: Figures): void {
  if (!current) return;
  if (last < current.last) throw new DatasetFault(`${slug} would end at ${last}, before ${current.last}.`);
  if (first > current.first) {
    throw new DatasetFault(`${slug} would begin at ${first}, after ${current.first}.`);
  }
}
