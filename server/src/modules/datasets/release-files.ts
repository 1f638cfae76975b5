import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Transaction } from '#platform/database/database.ts';
import { DatasetAbout, type Figures, readDataset } from './dataset-content.ts';
import { hashFigures } from './dataset-csv.ts';
import { addVintage, currentVintage, lockDataset, type NewVintage } from './vintages.ts';
import { selectCurrentVintages } from './vintages.queries.ts';

export interface ReleaseDataset {
  slug: string;
  about: DatasetAbout;
  /** Null if the release has no file for the dataset. */
  figures: Figures | null;
}

/** The datasets of this release, by slug. */
export function readReleaseDatasets(folder: string): Map<string, ReleaseDataset> {
  const slugs = readdirSync(folder).toSorted();
  return new Map(
    slugs.map((slug) => {
      const about = DatasetAbout.parse(readJson(join(folder, slug, 'about.json')));
      const path = join(folder, slug, 'data.json');
      const figures = existsSync(path) ? readDataset(slug, about, readJson(path)) : null;
      return [slug, { slug, about, figures }];
    }),
  );
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Adds the files of this release that are newer than the stored figures. An older release that starts again, or one
 * that is behind an operator's import, adds nothing. Safe for concurrent starts.
 */
export async function addReleaseVintages(database: Database, folder: string): Promise<void> {
  const datasets = readReleaseDatasets(folder);
  const current = new Map(
    (await selectCurrentVintages(database, [...datasets.keys()])).map(({ slug, sha256 }) => [slug, sha256]),
  );
  for (const { slug, about, figures } of datasets.values()) {
    if (!figures || current.get(slug) === hashFigures(figures, about.frequency)) continue;
    await database.prisma.$transaction((tx) => addReleaseVintage(tx, { slug, about, figures }));
  }
}

async function addReleaseVintage(
  tx: Transaction,
  { slug, about, figures }: ReleaseDataset & { figures: Figures },
): Promise<void> {
  const { retrieved } = about;
  if (retrieved === undefined)
    throw new Error(`${slug} has a file, but about.json says no day of retrieval.`);
  await lockDataset(tx, slug);
  const release: NewVintage = { figures, origin: 'built_in', published: null, retrieved, url: null };
  const current = await currentVintage(tx, slug, about);
  if (!current) return addFirstVintages(tx, { slug, about }, release);
  const reachesFurther =
    figures.last > current.last || (figures.last === current.last && retrieved > current.retrieved);
  if (!reachesFurther) return;
  const sha256 = hashFigures(figures, about.frequency);
  const known = await tx.datasetVintage.findFirst({ where: { slug, sha256 }, select: { slug: true } });
  if (!known) await addVintage(tx, { slug, about }, current, release);
}

/** An import of an earlier version follows the release's file. If the release's file covers more, it follows the import. */
async function addFirstVintages(
  tx: Transaction,
  dataset: Omit<ReleaseDataset, 'figures'>,
  release: NewVintage,
): Promise<void> {
  const { slug, about } = dataset;
  const first = { ...release, knownFrom: new Date(release.retrieved) };
  const stored = await tx.importedDataset.findUnique({ where: { slug } });
  if (!stored) {
    await addVintage(tx, dataset, null, first);
    return;
  }
  const imported: NewVintage = {
    figures: readDataset(slug, about, stored.content),
    origin: 'import',
    published: null,
    retrieved: stored.imported_at.toISOString().slice(0, 10),
    url: null,
    knownFrom: stored.imported_at,
  };
  const isImportBehind = imported.figures.last < release.figures.last;
  const [before, after] = isImportBehind ? [imported, release] : [first, imported];
  await addVintage(tx, dataset, null, before);
  await addVintage(tx, dataset, await currentVintage(tx, slug, about), after);
}
