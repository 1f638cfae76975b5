import type { Revisions, Vintage as ListedVintage } from 'contract/datasets/datasets.ts';
import { addDays } from 'contract/datasets/dataset-dates.ts';
import { datasetMessages, vintageNamePattern } from 'contract/datasets/datasets.constants.ts';
import { notFound, validationFailed } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { vintageName } from './dataset-csv.ts';
import type { DatasetStore } from './datasets.store.ts';
import { comparePoints } from './revisions.ts';
import { type Vintage, vintageOf } from './vintages.ts';
import { selectVintage, selectVintages } from './vintages.queries.ts';

export interface DatasetDependencies extends HasDatabase {
  store: DatasetStore;
}

interface VintageChoice {
  /** The last day on which the vintage was the current one. */
  as_of?: string | undefined;
  vintage?: string | undefined;
}

/** The current vintage is in memory, so it is served while the database is down. */
export async function findVintage(
  deps: DatasetDependencies,
  slug: string,
  { as_of, vintage }: VintageChoice,
): Promise<Vintage> {
  const current = await currentOf(deps.store, slug);
  if (vintage !== undefined) return vintageByName(deps, current, vintage);
  if (as_of === undefined) return current;
  if (as_of > new Date().toISOString().slice(0, 10)) {
    throw validationFailed({ as_of: [datasetMessages.dayInFuture] });
  }
  const end = new Date(addDays(as_of, 1));
  return current.knownFrom < end ? current : readVintage(deps, slug, null, end);
}

async function currentOf(store: DatasetStore, slug: string): Promise<Vintage> {
  const current = (await store.current()).get(slug);
  if (!current) throw notFound();
  return current;
}

async function vintageByName(deps: DatasetDependencies, current: Vintage, name: string): Promise<Vintage> {
  if (name === current.facts.vintage) return current;
  if (!vintageNamePattern.test(name)) throw notFound();
  return readVintage(deps, current.facts.slug, name, null);
}

async function readVintage(
  { database, store }: DatasetDependencies,
  slug: string,
  name: string | null,
  before: Date | null,
): Promise<Vintage> {
  const [row] = await selectVintage(database, slug, name, before);
  const about = store.release.get(slug)?.about;
  if (!row || !about) throw notFound();
  return vintageOf(about, row);
}

export async function listVintages(
  { database, store }: DatasetDependencies,
  slug: string,
): Promise<ListedVintage[]> {
  if (!store.release.has(slug)) throw notFound();
  const rows = await selectVintages(database, slug);
  if (rows.length === 0) throw notFound();
  return rows.map(({ slug: _slug, sha256, known_from, ...facts }) => ({
    vintage: vintageName(sha256),
    known_from: known_from.toISOString(),
    ...facts,
  }));
}

export async function listRevisions(
  deps: DatasetDependencies,
  slug: string,
  names: { before?: string | undefined; after?: string | undefined },
): Promise<Revisions> {
  const current = await currentOf(deps.store, slug);
  const after = names.after === undefined ? current : await vintageByName(deps, current, names.after);
  const before =
    names.before === undefined
      ? await precedingVintage(deps, after)
      : await vintageByName(deps, current, names.before);
  return {
    before: before?.facts.vintage ?? null,
    after: after.facts.vintage,
    first_covered: { before: before?.first ?? null, after: after.first },
    last_covered: { before: before?.last ?? null, after: after.last },
    ...comparePoints(before, after),
  };
}

async function precedingVintage(
  { database, store }: DatasetDependencies,
  { facts: { slug }, knownFrom }: Vintage,
): Promise<Vintage | null> {
  const [row] = await selectVintage(database, slug, null, knownFrom);
  const about = store.release.get(slug)?.about;
  return row && about ? vintageOf(about, row) : null;
}
