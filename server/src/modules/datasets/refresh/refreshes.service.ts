import { datasetMessages, refreshStates } from 'contract/datasets/datasets.constants.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError, notFound } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
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

export async function listRefreshes(deps: ListDependencies) {
  const rows = await deps.database.prisma.datasetRefresh.findMany();
  const current = await deps.store.current();
  const data = [...deps.sources.values()].map(({ slug, about, url, isByOperator }) => {
    const row = rows.find((one) => one.slug === slug);
    const facts = current.get(slug)?.facts;
    return {
      slug,
      title: about.title,
      url,
      url_by_operator: isByOperator,
      state: refreshStates.find((state) => state === row?.state) ?? ('waiting' as const),
      tried_at: row?.tried_at ?? null,
      answered_at: row?.answered_at ?? null,
      reason: row?.reason ?? null,
      failures: row?.failures ?? 0,
      next_try_at: row?.next_try_at ?? null,
      vintage: facts?.vintage ?? null,
      last: facts?.last ?? null,
      next_due: facts?.next_due ?? null,
      late_from: facts?.late_from ?? null,
    };
  });
  return { is_on: isOn(deps), data };
}

export const refreshDatasetTask = 'refresh_dataset';

export interface RefreshDatasetJob {
  slug: string;
}

export async function requestRefresh(
  deps: HasDatabase & HasSettings & { sources: RefreshSources },
  actor: Actor,
  slug: string,
): Promise<void> {
  if (!deps.sources.has(slug)) throw notFound();
  if (!isOn(deps)) throw new AppError('conflict', datasetMessages.refreshOff);
  await deps.database.prisma.$transaction(async (tx) => {
    await enqueueJob(tx, refreshDatasetTask, { slug } satisfies RefreshDatasetJob);
    await recordStaffEvent(tx, actor, {
      action: 'refreshDataset',
      did: `asked for a refresh of the dataset ${slug}.`,
      details: { slug },
    });
  });
}

export interface RefreshJobDependencies extends RefreshDependencies, HasSettings {
  dataSources: RefreshSources;
}

/** One after another: the files are small, and there is time. */
export async function refreshDueDatasets(deps: RefreshJobDependencies): Promise<void> {
  for (const source of deps.dataSources.values()) {
    if (isOn(deps)) await refreshDataset(deps, source, { isDueOnly: true });
  }
}

export async function refreshRequestedDataset(
  deps: RefreshJobDependencies,
  { slug }: RefreshDatasetJob,
): Promise<void> {
  const source = deps.dataSources.get(slug);
  if (source && isOn(deps)) await refreshDataset(deps, source, { isDueOnly: false });
}
