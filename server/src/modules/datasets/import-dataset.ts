import type { Database } from '#platform/database/database.ts';
import { DatasetFault, type Figures, readDataset } from './dataset-content.ts';
import { readReleaseDatasets } from './release-files.ts';
import {
  addVintage,
  type AddedVintage,
  currentVintage,
  describeVintage,
  lockDataset,
  refuseLostYears,
} from './vintages.ts';

interface ImportResult {
  figures: Figures;
  /** Null if the file has the current figures. */
  added: AddedVintage | null;
  /** The name of the vintage with these figures. */
  vintage: string;
}

interface ImportOptions {
  folder: string;
  isDryRun?: boolean;
}

/** Adds an operator's file as a vintage, or says which row is at fault. */
export async function importDataset(
  database: Database,
  { folder, isDryRun = false }: ImportOptions,
  slug: string,
  file: unknown,
): Promise<ImportResult> {
  const dataset = readReleaseDatasets(folder).get(slug);
  if (!dataset) throw new DatasetFault(`There is no dataset ${slug}.`);
  const { about } = dataset;
  return database.prisma.$transaction(async (tx) => {
    await lockDataset(tx, slug);
    const current = await currentVintage(tx, slug, about);
    const figures = readDataset(slug, about, file);
    refuseLostYears(slug, current, figures);
    const candidate = {
      figures,
      origin: 'import' as const,
      published: null,
      retrieved: new Date().toISOString().slice(0, 10),
      url: null,
    };
    const added = isDryRun
      ? describeVintage(about, current, figures)
      : await addVintage(tx, dataset, current, candidate);
    return { figures, added, vintage: added?.name ?? current?.facts.vintage ?? '' };
  });
}
