import { storedKind } from 'contract/fields.ts';
import { datasetMessages, refreshLimits, refreshStates } from 'contract/datasets/datasets.constants.ts';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError, notFound, tooManyRequests } from '#errors.ts';
import { type Database, type HasDatabase, isDatabaseUnavailable } from '#platform/database/database.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { createRateLimiter } from '#platform/rate-limits/rate-limiter.ts';
import type { Settings } from '#settings/settings.ts';
import type { DatasetStore } from '../datasets.store.ts';
import { refreshDataset, type RefreshDependencies } from './refresh-dataset.ts';
import type { RefreshSources } from './refresh-sources.ts';

interface HasSettings {
  settings: Pick<Settings, 'current'>;
}

const isOn = ({ settings }: HasSettings) => settings.current().data_refresh === 'on';

interface ListDependencies extends HasDatabase, HasSettings {
  store: DatasetStore;
  sources: RefreshSources;
}

const untried = {
  state: 'waiting',
  tried_at: null,
  answered_at: null,
  reason: null,
  failures: 0,
  next_try_at: null,
  claimed_until: null,
};
const noFigures = { vintage: null, last: null, next_due: null, late_from: null };
const State = storedKind(refreshStates);

export async function listRefreshes(deps: ListDependencies) {
  const { prisma } = deps.database;
  const rows = await prisma.datasetRefresh.findMany();
  const now = await readClock(prisma);
  const current = await deps.store.current();
  const data = [...deps.sources.values()].map(({ slug, about: { title }, url, isByOperator }) => {
    const attempt = rows.find((row) => row.slug === slug) ?? untried;
    const is_running = attempt.claimed_until !== null && attempt.claimed_until > now;
    const { vintage, last, next_due, late_from } = current.get(slug) ?? noFigures;
    const facts = { slug, title, url, url_by_operator: isByOperator, vintage, last, next_due, late_from };
    return { ...attempt, ...facts, is_running, state: State.parse(attempt.state) };
  });
  return { is_on: isOn(deps), data };
}

export const refreshDatasetTask = 'refresh_dataset';

/** Limits the requests of each agent. */
export function refreshLimiter(database: Database): (userId: string) => Promise<void> {
  const limiter = createRateLimiter(database, 'dataset_refreshes', refreshLimits.requests);
  return async (userId) => {
    try {
      await limiter.consume(userId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const limit = { name: 'dataset_refreshes', ...refreshLimits.requests };
      throw tooManyRequests(refusal.msBeforeNext / 1_000, undefined, limit);
    }
  };
}

export interface RefreshDatasetJob {
  slug: string;
}

export async function requestRefresh(
  deps: HasDatabase &
    HasSettings & { sources: RefreshSources; limitRefreshes: (userId: string) => Promise<void> },
  actor: Actor,
  slug: string,
): Promise<void> {
  if (!deps.sources.has(slug)) throw notFound();
  if (!isOn(deps)) throw new AppError('conflict', datasetMessages.refreshOff);
  await deps.limitRefreshes(actor.caller.user.id);
  await deps.database.prisma.$transaction(async (tx) => {
    const job = { slug } satisfies RefreshDatasetJob;
    await enqueueJob(tx, refreshDatasetTask, job, { queue: refreshDatasetTask, key: `refresh ${slug}` });
    await recordStaffEvent(tx, actor, {
      action: 'refreshDataset',
      message: `asked for a refresh of the dataset ${slug}.`,
      details: { slug },
    });
  });
}

export interface RefreshJobDependencies extends RefreshDependencies, HasSettings {
  dataSources: RefreshSources;
}

/**
 * One after another, because nobody waits for the result. An unexpected error in one dataset does not keep the others from being
 * refreshed, and then fails the job. The log has all of them.
 */
export async function refreshDueDatasets(deps: RefreshJobDependencies): Promise<void> {
  const errors: unknown[] = [];
  for (const source of deps.dataSources.values()) {
    if (!isOn(deps)) break;
    try {
      await refreshDataset(deps, source, { isDueOnly: true });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} datasets failed unexpectedly.`);
}

export async function refreshRequestedDataset(deps: RefreshJobDependencies, { slug }: RefreshDatasetJob) {
  const source = deps.dataSources.get(slug);
  if (source && isOn(deps)) await refreshDataset(deps, source, { isDueOnly: false });
}
