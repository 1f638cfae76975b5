import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { addDays, nextPeriod, periodDays } from 'contract/datasets/dataset-dates.ts';
import { type Dataset, DatasetPoint, TaxYear } from 'contract/datasets/datasets.ts';
import { z } from 'zod';
import { lockName } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { type DatasetAbout, DatasetFault, type Figures } from './dataset-content.ts';
import { hashFigures, vintageName } from './dataset-csv.ts';
import { enqueueRateDecision } from './rate-decision.ts';
import { comparePoints } from './revisions.ts';
import { insertVintage, selectVintage, type VintageRow } from './vintages.queries.ts';

const StoredContent = z.object({
  series: z.array(DatasetPoint).nullable(),
  rows: z.array(TaxYear).nullable(),
});

/** A vintage with the facts of its dataset. */
export interface Vintage extends Figures {
  facts: Dataset;
  retrieved: string;
  knownFrom: Date;
  sha256: string;
}

export function vintageOf(about: DatasetAbout, row: VintageRow): Vintage {
  const { title, description, source, source_terms, unit, frequency } = about;
  const { slug, sha256, known_from: knownFrom, published, retrieved, first, last, points } = row;
  return {
    facts: {
      slug,
      title,
      description,
      source,
      source_terms,
      unit,
      frequency,
      first,
      last,
      points,
      vintage: vintageName(sha256),
      known_from: knownFrom.toISOString(),
      published,
      ...dueDays(about, last),
    },
    retrieved,
    knownFrom,
    sha256,
    first,
    last,
    ...StoredContent.parse(row.content),
  };
}

function dueDays({ frequency, rhythm }: DatasetAbout, last: string): Pick<Dataset, 'next_due' | 'late_from'> {
  if (!rhythm) return { next_due: null, late_from: null };
  // The rates of an income year are known before it begins.
  const isKnownAhead = frequency === 'by income year';
  const [, end] = periodDays(frequency, (!isKnownAhead && nextPeriod(frequency, last)) || last);
  return { next_due: addDays(end, rhythm.due_days), late_from: addDays(end, rhythm.late_days) };
}

/** Serializes the writers of a dataset until their transactions end. */
export async function lockDataset(tx: Transaction, slug: string): Promise<void> {
  await lockName(tx, `dataset ${slug}`);
}

export async function currentVintage(
  tx: Transaction,
  slug: string,
  about: DatasetAbout,
): Promise<Vintage | null> {
  const [row] = await selectVintage(tx, slug, null, null);
  return row ? vintageOf(about, row) : null;
}

/** The changes of the cash rate in the vintage with the name. */
export async function readRateChanges(database: Database, vintage: string): Promise<DatasetPoint[]> {
  const [row] = await selectVintage(database, cashRateSlug, vintage, null);
  return StoredContent.parse(row?.content).series ?? [];
}

export interface NewVintage {
  figures: Figures;
  origin: 'built_in' | 'import' | 'refresh';
  published: string | null;
  retrieved: string;
  url: string | null;
  knownFrom?: Date;
}

export interface AddedVintage {
  name: string;
  added: number;
  changed: number;
  removed: number;
}

/** Null if these are the current figures. The current vintage must be read under the lock. */
export function describeVintage(
  { frequency }: DatasetAbout,
  current: Vintage | null,
  figures: Figures,
): (AddedVintage & { sha256: string }) | null {
  const sha256 = hashFigures(figures, frequency);
  if (sha256 === current?.sha256) return null;
  const { added, changed, removed } = comparePoints(current, figures);
  return {
    sha256,
    name: vintageName(sha256),
    added: added.length,
    changed: changed.length,
    removed: removed.length,
  };
}

/** Adds the vintage unless these are the current figures. The caller has locked the dataset. */
export async function addVintage(
  tx: Transaction,
  { slug, about }: { slug: string; about: DatasetAbout },
  current: Vintage | null,
  { figures, knownFrom, ...source }: NewVintage,
): Promise<AddedVintage | null> {
  const described = describeVintage(about, current, figures);
  if (!described) return null;
  const { first, last, series, rows } = figures;
  const { name: _name, ...counts } = described;
  await insertVintage(tx, {
    slug,
    knownFrom: knownFrom ?? null,
    after: current?.knownFrom ?? null,
    ...source,
    ...counts,
    first,
    last,
    points: (series ?? rows ?? []).length,
    content: JSON.stringify({ series, rows }),
  });
  await enqueueRateDecision(tx, current, figures, {
    slug,
    vintage: described.name,
    ...dueDays(about, last),
  });
  return described;
}

/** Figures replace the current ones only if they cover at least the same period. */
export function refuseLostYears(slug: string, current: Figures | null, { first, last }: Figures): void {
  if (!current) return;
  if (last < current.last) throw new DatasetFault(`${slug} would end at ${last}, before ${current.last}.`);
  if (first > current.first) {
    throw new DatasetFault(`${slug} would begin at ${first}, after ${current.first}.`);
  }
}
