import { setTimeout as delay } from 'node:timers/promises';
import { refreshLimits } from 'contract/datasets/datasets.constants.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import {
  type Database,
  type HasDatabase,
  isDatabaseUnavailable,
  type Transaction,
} from '#platform/database/database.ts';
import { FileFault } from '../readers/file-fault.ts';
import { readSource } from '../readers/read-source.ts';
import type { Vintage } from '../dataset-content.ts';
import { addVintage, type AddedVintage, lockCurrentVintage, readVintage } from '../vintages.ts';
import { claimRefresh, claimSeconds, renewClaim } from '../datasets.queries.ts';
import { type FetchOptions, fetchSource, type SourceResponse } from './fetch-source.ts';
import type { RefreshSource } from './refresh-sources.ts';

export interface RefreshDependencies extends HasDatabase {
  publicUrl: string;
  logger: Record<'info' | 'warn', (facts: object, text: string) => void>;
  /** Differs in tests. */
  fetchLimits?: Pick<FetchOptions, 'headersMs' | 'totalMs' | 'resolve'>;
  /** Differs in tests. */
  pauses?: RefreshPauses;
}

interface RefreshPauses {
  renewalMs: number;
  repetitionMs: number;
}

const usualPauses: RefreshPauses = { renewalMs: (claimSeconds * 1_000) / 3, repetitionMs: 2_000 };
/** About ten minutes. */
const mostRepetitions = 300;

export type RefreshResult =
  | { state: 'renewed'; vintage: AddedVintage }
  | { state: 'unchanged' }
  | { state: 'refused' | 'unreachable' | 'moved'; reason: string };

const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

/** Refreshes now, or only if the next attempt is due. Null if it is not due, or if another process is refreshing. */
export async function refreshDataset(
  deps: RefreshDependencies,
  source: RefreshSource,
  { isDueOnly }: { isDueOnly: boolean },
): Promise<RefreshResult | null> {
  const { database, pauses = usualPauses } = deps;
  const [claim] = await claimRefresh(database, source.slug, isDueOnly);
  if (!claim) return null;
  // On a busy machine a refresh takes as long as it needs. The limits of a file bound the work.
  const renewal = setInterval(
    () => void renewClaim(database, source.slug).catch(() => {}),
    pauses.renewalMs,
  ).unref();
  try {
    return await refreshClaimed(deps, source, claim);
  } finally {
    clearInterval(renewal);
  }
}

type Claim = Awaited<ReturnType<typeof claimRefresh>>[number];

async function refreshClaimed(deps: RefreshDependencies, source: RefreshSource, claim: Claim) {
  const { database, logger, pauses = usualPauses } = deps;
  const { slug, url } = source;
  const response = await fetchIfChanged(deps, source, claim);
  if (response.state === 'received') {
    // Recorded before the file is read: if that ends the process, the next attempt waits like after any failure.
    await recordAttempt(database.prisma, slug, interrupted, claim.failures + 1, response);
  }
  const result = await whileUnavailable(pauses.repetitionMs, () =>
    applyResponse(database, source, response, async (tx, outcome) => {
      const failures = 'reason' in outcome ? claim.failures + 1 : 0;
      await recordAttempt(tx, slug, outcome, failures, response);
      if ('reason' in outcome) return;
      const validators = response.state === 'received' && {
        url,
        etag: response.etag,
        last_modified: response.last_modified,
      };
      const answered_at = await readClock(tx);
      await tx.datasetRefresh.update({ where: { slug }, data: { answered_at, ...validators } });
    }),
  );
  await database.prisma.datasetRefresh.update({ where: { slug }, data: { claimed_until: null } });
  if ('reason' in result && claim.failures === 0) {
    logger.warn({ dataset: slug, ...result }, 'a dataset could not be refreshed');
  }
  if (!('reason' in result) && claim.failures > 0) {
    logger.info({ dataset: slug }, 'a dataset is refreshed again');
  }
  return result;
}

/** A database that is slow or away for a while is no fault of the file, which is not fetched again. */
async function whileUnavailable<Result>(pauseMs: number, work: () => Promise<Result>): Promise<Result> {
  for (let repetition = 0; ; repetition++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || repetition === mostRepetitions) throw error;
      await delay(pauseMs);
    }
  }
}

const interrupted: RefreshResult = { state: 'refused', reason: 'reading the file was interrupted' };

async function recordAttempt(
  tx: Transaction,
  slug: string,
  outcome: RefreshResult,
  failures: number,
  response: SourceResponse,
): Promise<void> {
  const now = await readClock(tx);
  await tx.datasetRefresh.update({
    where: { slug },
    data: {
      state: outcome.state,
      reason: 'reason' in outcome ? outcome.reason : null,
      failures,
      tried_at: now,
      next_try_at: secondsAfter(now, secondsToNextTry(failures, response)),
    },
  });
}

/** Resolves to what a refresh would do. Changes nothing in the database. */
export async function previewRefresh(deps: RefreshDependencies, source: RefreshSource) {
  const { prisma } = deps.database;
  const former = await prisma.datasetRefresh.findUnique({ where: { slug: source.slug } });
  const response = await fetchIfChanged(deps, source, former);
  return applyResponse(deps.database, source, response, async () => {}, { isDryRun: true });
}

/** Validators are valid only for the URL that returned them. */
const fetchIfChanged = (
  { publicUrl, fetchLimits }: RefreshDependencies,
  { url, isByOperator }: RefreshSource,
  former: { url: string | null; etag: string | null; last_modified: string | null } | null,
): Promise<SourceResponse> =>
  fetchSource(url, {
    userAgent: `Declassified (+${publicUrl})`,
    isByOperator,
    validators: former?.url === url ? former : null,
    ...fetchLimits,
  });

/**
 * Adds a vintage if the response is a valid file with other figures. The file is read outside of the transaction, and
 * again if an operator imported figures in the meantime.
 * @param record runs in the transaction of the outcome.
 */
async function applyResponse(
  { prisma }: Database,
  source: RefreshSource,
  response: SourceResponse,
  record: (tx: Transaction, outcome: RefreshResult) => Promise<void>,
  options?: { isDryRun: boolean },
): Promise<RefreshResult> {
  for (;;) {
    const known = await readVintage(prisma, source);
    const file = await readResponse(source, response, known);
    const outcome = await prisma.$transaction(async (tx) => {
      const current = await lockCurrentVintage(tx, source);
      if (current?.vintage !== known?.vintage) return undefined;
      const result = 'state' in file ? file : await addFile(tx, source, current, file, options);
      await record(tx, result);
      return result;
    });
    if (outcome) return outcome;
  }
}

type SourceFile = Awaited<ReturnType<typeof readSource>>;

async function readResponse({ about }: RefreshSource, response: SourceResponse, current: Vintage | null) {
  if (response.state === 'unchanged') return response;
  if (response.state !== 'received') return failed(response.state, response.reason);
  try {
    return await readSource(about, response.bytes, { current, isRefresh: true, now: new Date() });
  } catch (error) {
    if (error instanceof FileFault) return failed('refused', error.message);
    throw error;
  }
}

async function addFile(
  tx: Transaction,
  source: RefreshSource,
  current: Vintage | null,
  file: SourceFile,
  options?: { isDryRun: boolean },
): Promise<RefreshResult> {
  const candidate = { ...file, origin: 'refresh', url: source.url } as const;
  const vintage = await addVintage(tx, source, current, candidate, options);
  return vintage ? { state: 'renewed', vintage } : { state: 'unchanged' };
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
