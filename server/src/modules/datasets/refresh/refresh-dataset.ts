import { refreshLimits } from 'contract/datasets/datasets.constants.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { FileFault } from '../readers/file-fault.ts';
import { readSource } from '../readers/read-source.ts';
import { addVintage, type AddedVintage, lockCurrentVintage } from '../vintages.ts';
import { type FetchOptions, fetchSource, type SourceResponse } from './fetch-source.ts';
import { claimRefresh } from './refresh.queries.ts';
import type { RefreshSource } from './refresh-sources.ts';

export interface RefreshDependencies extends HasDatabase {
  publicUrl: string;
  logger: Record<'info' | 'warn', (facts: object, text: string) => void>;
  /** Differs in tests. */
  fetchLimits?: Pick<FetchOptions, 'headersMs' | 'totalMs' | 'resolve'>;
}

export type RefreshResult =
  | { state: 'renewed'; vintage: AddedVintage }
  | { state: 'unchanged' }
  | { state: 'refused' | 'unreachable' | 'moved'; reason: string };

interface FormerResponse {
  url: string | null;
  etag: string | null;
  last_modified: string | null;
}

const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

/** Refreshes now, or only if the next attempt is due. Null if it is not due, or if another process is refreshing. */
export async function refreshDataset(
  deps: RefreshDependencies,
  source: RefreshSource,
  { isDueOnly }: { isDueOnly: boolean },
): Promise<RefreshResult | null> {
  const { database, logger } = deps;
  const { slug, url } = source;
  const [claim] = await claimRefresh(database, slug, isDueOnly);
  if (!claim) return null;
  const response = await fetchIfChanged(deps, source, claim);
  const result = await database.prisma.$transaction(async (tx) => {
    const outcome = await applyResponse(tx, source, response);
    const reason = 'reason' in outcome ? outcome.reason : null;
    const failures = reason === null ? 0 : claim.failures + 1;
    const now = await readClock(tx);
    await tx.datasetRefresh.update({
      where: { slug },
      data: {
        state: outcome.state,
        reason,
        failures,
        tried_at: now,
        next_try_at: secondsAfter(now, secondsToNextTry(failures, response)),
        claimed_until: null,
        ...(reason === null && { answered_at: now }),
        ...(reason === null &&
          response.state === 'received' && {
            url,
            etag: response.etag,
            last_modified: response.last_modified,
          }),
      },
    });
    return outcome;
  });
  if ('reason' in result && claim.failures === 0) {
    logger.warn({ dataset: slug, ...result }, 'a dataset could not be refreshed');
  }
  if (!('reason' in result) && claim.failures > 0) {
    logger.info({ dataset: slug }, 'a dataset is refreshed again');
  }
  return result;
}

/** Resolves to what a refresh would do. Changes nothing in the database. */
export async function previewRefresh(
  deps: RefreshDependencies,
  source: RefreshSource,
): Promise<RefreshResult> {
  const { prisma } = deps.database;
  const former = await prisma.datasetRefresh.findUnique({ where: { slug: source.slug } });
  const response = await fetchIfChanged(deps, source, former);
  return prisma.$transaction((tx) => applyResponse(tx, source, response, { isDryRun: true }));
}

/** Validators are valid only for the URL that returned them. */
const fetchIfChanged = (
  { publicUrl, fetchLimits }: RefreshDependencies,
  { url, isByOperator }: RefreshSource,
  former: FormerResponse | null,
): Promise<SourceResponse> =>
  fetchSource(url, {
    userAgent: `Declassified (+${publicUrl})`,
    isByOperator,
    validators: former?.url === url ? former : null,
    ...fetchLimits,
  });

/** Adds a vintage if the response is a valid file with other figures. */
async function applyResponse(
  tx: Transaction,
  source: RefreshSource,
  response: SourceResponse,
  options?: { isDryRun: boolean },
): Promise<RefreshResult> {
  if (response.state === 'unchanged') return response;
  if (response.state !== 'received') return failed(response.state, response.reason);
  const current = await lockCurrentVintage(tx, source);
  try {
    const file = readSource(source.about, response.bytes, { current, isRefresh: true, now: new Date() });
    const candidate = { ...file, origin: 'refresh', url: source.url } as const;
    const vintage = await addVintage(tx, source, current, candidate, options);
    return vintage ? { state: 'renewed', vintage } : { state: 'unchanged' };
  } catch (error) {
    if (error instanceof FileFault) return failed('refused', error.message);
    throw error;
  }
}

const failed = (state: 'refused' | 'unreachable' | 'moved', reason: string) => ({
  state,
  reason: reason.slice(0, refreshLimits.reasonMaxLength),
});

function secondsToNextTry(failures: number, response: SourceResponse): number {
  const backoff = failures === 0 ? daySeconds : Math.min(2 ** (failures - 1) * hourSeconds, daySeconds);
  const requested = response.state === 'unreachable' ? response.retryAfterSeconds : 0;
  return Math.max(backoff, Math.min(requested, daySeconds));
}
