import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatasetFacts } from 'contract/datasets.ts';
import type { Database } from '#platform/database/database.ts';
import { type DatasetContent, DatasetFault, readDataset } from './dataset-content.ts';

/** How long a process may serve replaced figures. */
const importsReadEveryMs = 60_000;

/** The built-in datasets, by slug. */
function readFolder(folder: string): Map<string, DatasetContent> {
  const slugs = readdirSync(folder).toSorted();
  return new Map(
    slugs.map((slug) => [
      slug,
      readDataset(
        slug,
        DatasetFacts.parse(readJson(join(folder, slug, 'about.json'))),
        readJson(join(folder, slug, 'data.json')),
      ),
    ]),
  );
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

interface DatasetStore {
  current: () => Promise<ReadonlyMap<string, DatasetContent>>;
}

/** An import replaces the built-in dataset until a version's built-in one reaches further. */
export function createDatasetStore({ prisma }: Database, folder: string): DatasetStore {
  const shipped = readFolder(folder);
  let held: Promise<ReadonlyMap<string, DatasetContent>> | undefined;
  let readAtMs = -Infinity;

  async function read(): Promise<ReadonlyMap<string, DatasetContent>> {
    const datasets = new Map(shipped);
    for (const { slug, content } of await prisma.importedDataset.findMany()) {
      const known = shipped.get(slug);
      const imported = known && readDataset(slug, known.facts, content);
      if (imported && imported.facts.last >= known.facts.last) datasets.set(slug, imported);
    }
    return datasets;
  }

  return {
    current: () => {
      if (!held || performance.now() - readAtMs > importsReadEveryMs) {
        readAtMs = performance.now();
        const before = held;
        // While the database is down, the last figures are served.
        held = read().catch((error: unknown) => before ?? Promise.reject(error as Error));
        held.catch(() => (held = undefined));
      }
      return held;
    },
  };
}

export async function importDataset(
  { prisma }: Database,
  folder: string,
  slug: string,
  file: unknown,
): Promise<DatasetContent> {
  const known = readFolder(folder).get(slug);
  if (!known) throw new DatasetFault(`There is no dataset ${slug}.`);
  const imported = readDataset(slug, known.facts, file);
  if (imported.facts.last < known.facts.last) {
    throw new DatasetFault(`${slug} would end at ${imported.facts.last}, before ${known.facts.last}.`);
  }
  const content = file as object;
  await prisma.importedDataset.upsert({ where: { slug }, create: { slug, content }, update: { content } });
  return imported;
}
