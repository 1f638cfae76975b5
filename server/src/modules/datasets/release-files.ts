import { utcDay } from 'contract/days.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasetTopics } from 'contract/datasets/datasets.constants.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { DatasetAbout, type Figures, readDataset } from './dataset-content.ts';
import { hashFigures } from './dataset-csv.ts';
import { addVintage, lockCurrentVintage } from './vintages.ts';

export interface ReleaseDataset {
  slug: string;
  about: DatasetAbout;
  /** Null if the release has no file for the dataset. */
  figures: Figures | null;
}

/** The datasets of this release, by slug, in the order of the list. */
export function readReleaseDatasets(folder: string): Map<string, ReleaseDataset> {
  const datasets = readdirSync(folder).map((slug) => {
    const about = DatasetAbout.parse(readJson(join(folder, slug, 'about.json')));
    const path = join(folder, slug, 'data.json');
    const figures = existsSync(path) ? readDataset(slug, about, readJson(path)) : null;
    return { slug, about, figures };
  });
  const ordered = datasets.toSorted(
    ({ about: one }, { about: other }) =>
      datasetTopics.indexOf(one.topic) - datasetTopics.indexOf(other.topic) || one.order - other.order,
  );
  return new Map(ordered.map((dataset) => [dataset.slug, dataset]));
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Adds the files of this release that are newer than the stored figures. An older release that starts again, or one
 * whose figures end before an operator's import, adds nothing. Safe for concurrent starts.
 */
export async function addReleaseVintages({ prisma }: Database, folder: string): Promise<void> {
  const files = [...readReleaseDatasets(folder).values()].flatMap(({ slug, about, figures }) =>
    figures ? [{ slug, about, figures, sha256: hashFigures(figures, about.frequency) }] : [],
  );
  const known = await prisma.datasetVintage.findMany({
    where: { OR: files.map(({ slug, sha256 }) => ({ slug, sha256 })) },
    select: { slug: true },
  });
  for (const file of files.filter(({ slug }) => !known.some((one) => one.slug === slug))) {
    await prisma.$transaction((tx) => addReleaseVintage(tx, file));
  }
}

type ReleaseFile = ReleaseDataset & { figures: Figures };

async function addReleaseVintage(tx: Transaction, dataset: ReleaseFile): Promise<void> {
  const { slug, about, figures } = dataset;
  const { retrieved } = about;
  if (retrieved === undefined)
    throw new Error(`${slug} has a file, but about.json says no day of retrieval.`);
  const current = await lockCurrentVintage(tx, dataset);
  if (!current) {
    const isOfNewerVersion = (await tx.datasetVintage.count({ where: { slug } })) > 0;
    return isOfNewerVersion ? undefined : addFirstVintages(tx, dataset, retrieved);
  }
  const reachesFurther =
    figures.last > current.last || (figures.last === current.last && retrieved > current.retrieved);
  if (reachesFurther) await addVintage(tx, dataset, current, { figures, origin: 'built_in', retrieved });
}

/** An import of an earlier version follows the release's file. If the release's file covers more, it follows the import. */
async function addFirstVintages(tx: Transaction, dataset: ReleaseFile, retrieved: string): Promise<void> {
  const { slug, about, figures } = dataset;
  const release = { figures, origin: 'built_in', retrieved } as const;
  const first = { ...release, knownFrom: new Date(retrieved) };
  const stored = await tx.importedDataset.findUnique({ where: { slug } });
  if (!stored) {
    await addVintage(tx, dataset, null, first);
    return;
  }
  const imported = {
    figures: readDataset(slug, about, stored.content),
    origin: 'import',
    retrieved: utcDay(stored.imported_at),
    knownFrom: stored.imported_at,
  } as const;
  const isImportBehind = imported.figures.last < figures.last;
  const [before, after] = isImportBehind ? [imported, release] : [first, imported];
  await addVintage(tx, dataset, null, before);
  await addVintage(tx, dataset, await lockCurrentVintage(tx, dataset), after);
}
