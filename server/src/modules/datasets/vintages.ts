import { utcDay } from 'contract/days.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { addDays, nextPeriod, periodDays } from 'contract/datasets/dataset-dates.ts';
import { changeText } from 'contract/datasets/dataset-values.ts';
import { type Dataset, DatasetMetadata, DatasetPoint, TaxYear } from 'contract/datasets/datasets.ts';
import { isRecord, readableEntries } from '#domain/stored-json.ts';
import type { DatasetVintage } from '#generated/prisma/client.ts';
import { lockName } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { type RateDecision, rateDecisionTask } from '#domain/finance/rate-decision.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import type { DatasetAbout, Figures, Vintage } from './dataset-content.ts';
import { hashFigures, vintageName } from './dataset-csv.ts';
import { comparePoints } from './revisions.ts';
import { announceVintage, type NewFigures } from './datasets.queries.ts';

/** The figures that this version can read. Null without any. */
function storedFigures(content: unknown): Pick<Figures, 'series' | 'rows'> | null {
  if (!isRecord(content)) return null;
  const [series, rows] = [
    readableEntries(content['series'], DatasetPoint),
    readableEntries(content['rows'], TaxYear),
  ];
  if (series.length > 0) return { series, rows: null };
  return rows.length > 0 ? { series: null, rows } : null;
}

/** The fields that the API lists. */
export function vintageRecord({
  sha256,
  known_from,
  published,
  retrieved,
  ...facts
}: Omit<DatasetVintage, 'content'>) {
  return {
    ...facts,
    vintage: vintageName(sha256),
    known_from: known_from.toISOString(),
    published: published && utcDay(published),
    retrieved: utcDay(retrieved),
  };
}

/** Null for one in a form that only a newer version can read. */
function vintageOf(about: DatasetAbout, { content, ...row }: DatasetVintage): Vintage | null {
  const { slug, first, last, points, vintage, known_from, published, retrieved } = vintageRecord(row);
  const figures = storedFigures(content);
  if (!figures) return null;
  return {
    slug,
    ...DatasetMetadata.strip().parse(about),
    decimals: about.decimals ?? null,
    first,
    last,
    points,
    vintage,
    known_from,
    published,
    ...dueDays(about, last),
    missing: about.missing && last < about.missing.from ? about.missing.text : null,
    retrieved,
    latest: figures.series?.slice(-2) ?? [],
    ...figures,
  };
}

function dueDays({ frequency, rhythm }: DatasetAbout, last: string): Pick<Dataset, 'next_due' | 'late_from'> {
  if (!rhythm) return { next_due: null, late_from: null };
  // The rates of an income year are known before it begins.
  const isKnownAhead = frequency === 'by income year';
  const [, end] = periodDays(frequency, (!isKnownAhead && nextPeriod(frequency, last)) || last);
  return { next_due: addDays(end, rhythm.due_days), late_from: addDays(end, rhythm.late_days) };
}

interface DatasetOf {
  slug: string;
  about: DatasetAbout;
}

/** The latest stored vintage of those with the name and of those that were known before the time. */
export async function readVintage(
  prisma: Transaction,
  { slug, about }: DatasetOf,
  { name, before }: { name?: string | undefined; before?: string | undefined } = {},
): Promise<Vintage | null> {
  const row = await prisma.datasetVintage.findFirst({
    where: {
      slug,
      ...(name !== undefined && { sha256: { startsWith: name } }),
      ...(before !== undefined && { known_from: { lt: new Date(before) } }),
    },
    orderBy: { known_from: 'desc' },
  });
  return row && vintageOf(about, row);
}

/** The current vintages by slug: one key lookup for each dataset, however many vintages there are. */
export async function readCurrentVintages(prisma: Transaction, release: ReadonlyMap<string, DatasetOf>) {
  const found = await Promise.all([...release.values()].map((dataset) => readVintage(prisma, dataset)));
  return new Map(found.flatMap((vintage) => (vintage ? [[vintage.slug, vintage]] : [])));
}

/** The current vintage. Serializes the writers of a dataset until their transactions end. */
export async function lockCurrentVintage(tx: Transaction, dataset: DatasetOf): Promise<Vintage | null> {
  await lockName(tx, `dataset ${dataset.slug}`);
  return readVintage(tx, dataset);
}

/** The changes of the cash rate in the vintage with the name. */
export async function readRateChanges({ prisma }: Database, vintage: string): Promise<DatasetPoint[]> {
  const { content } = await prisma.datasetVintage.findFirstOrThrow({
    where: { slug: cashRateSlug, sha256: { startsWith: vintage } },
    select: { content: true },
  });
  return storedFigures(content)?.series ?? [];
}

interface NewVintage {
  figures: Figures;
  origin: 'built_in' | 'import' | 'refresh';
  /** The publisher's date. */
  published?: string | null;
  /** The default is today. */
  retrieved?: string;
  url?: string;
  /** The default is now. */
  knownFrom?: Date;
}

export interface AddedVintage {
  name: string;
  added: number;
  changed: number;
  removed: number;
}

/**
 * Adds the vintage, or with `isDryRun` only compares it. Null if these are the current figures, which must be read under
 * the lock.
 */
export async function addVintage(
  tx: Transaction,
  { slug, about }: DatasetOf,
  current: Vintage | null,
  { figures, origin, published, retrieved = utcDay(new Date()), url, knownFrom }: NewVintage,
  { isDryRun = false } = {},
): Promise<AddedVintage | null> {
  const sha256 = hashFigures(figures, about.frequency);
  const name = vintageName(sha256);
  if (name === current?.vintage) return null;
  const { added, changed, removed } = comparePoints(current, figures);
  const counts = { added: added.length, changed: changed.length, removed: removed.length };
  if (isDryRun) return { name, ...counts };
  const { first, last, series, rows } = figures;
  const [announced] = await announceVintage(tx, slug, knownFrom ?? null, current?.known_from ?? null);
  if (!announced) throw new Error('PostgreSQL returned no time.');
  const row = await tx.datasetVintage.create({
    data: {
      slug,
      known_from: announced.known_from,
      sha256,
      origin,
      published: published ? new Date(published) : null,
      retrieved: new Date(retrieved),
      url: url ?? null,
      first,
      last,
      points: (series ?? rows ?? []).length,
      content: { series, rows },
      ...counts,
    },
  });
  const vintage = vintageOf(about, row);
  if (!vintage) throw new Error(`The new figures of ${slug} cannot be read.`);
  await enqueueRateDecision(tx, current, vintage);
  await enqueueNewFigures(tx, current, vintage);
  return { name, ...counts };
}

export const newFiguresTask = 'announce_new_figures';

/** Announces a later figure than that of the vintage before. The first vintage is no new figure. */
async function enqueueNewFigures(
  tx: Transaction,
  before: Vintage | null,
  { series, ...facts }: Vintage,
): Promise<void> {
  const [previous, latest] = [before?.series?.at(-1), series?.at(-1)];
  if (!series || !previous || !latest || latest.date <= previous.date) return;
  const { slug, title } = facts;
  const job: NewFigures = { slug, date: latest.date, title, text: changeText(facts, series) };
  await enqueueJob(tx, newFiguresTask, job);
}

/** Announces the last change of the cash rate if it is not that of the vintage before. The first vintage is no change. */
async function enqueueRateDecision(
  tx: Transaction,
  before: Figures | null,
  { slug, series, last, vintage, next_due, late_from }: Vintage,
): Promise<void> {
  const [previous, latest] = [before?.series?.at(-1), series?.at(-1)];
  if (slug !== cashRateSlug || !previous || !latest) return;
  const { date, value: target } = latest;
  if (date === previous.date && target === previous.value) return;
  const decision: RateDecision = {
    date,
    target,
    previous_target: previous.value,
    last,
    vintage,
    next_due,
    late_from,
  };
  await enqueueJob(tx, rateDecisionTask, decision);
}
