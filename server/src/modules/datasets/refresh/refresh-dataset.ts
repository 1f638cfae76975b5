import { refreshLimits } from 'contract/datasets/datasets.constants.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { FileFault } from '../readers/file-fault.ts';
import { readSource } from '../readers/read-source.ts';
import { addVintage, type AddedVintage, lockCurrentVintage } from '../vintages.ts';
import { type FetchOptions, fetchSource, type SourceAnswer } from './fetch-source.ts';
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

interface TakenAnswer {
  url: string | null;
  etag: string | null;
  last_modified: string | null;
}

const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

/** Asks the publisher now, or only if it is time. Null if it is not, or if another process asks. */
export async function refreshDataset(
  deps: RefreshDependencies,
  source: RefreshSource,
  { isDueOnly }: { isDueOnly: boolean },
): Promise<RefreshResult | null> {
  const { database, logger } = deps;
  const { slug, url } = source;
  const [claim] = await claimRefresh(database, slug, isDueOnly);
  if (!claim) return null;
  const answer = await ask(deps, source, claim);
  const result = await database.prisma.$transaction(async (tx) => {
    const settled = await settle(tx, source, answer);
    const reason = 'reason' in settled ? settled.reason : null;
    const failures = reason === null ? 0 : claim.failures + 1;
    const now = await readClock(tx);
    await tx.datasetRefresh.update({
      where: { slug },
      data: {
        state: settled.state,
        reason,
        failures,
        tried_at: now,
        next_try_at: secondsAfter(now, secondsToNextTry(failures, answer)),
        claimed_until: null,
        ...(reason === null && { answered_at: now }),
        ...(reason === null &&
          answer.state === 'answered' && { url, etag: answer.etag, last_modified: answer.last_modified }),
      },
    });
    return settled;
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
  const taken = await prisma.datasetRefresh.findUnique({ where: { slug: source.slug } });
  const answer = await ask(deps, source, taken);
  return prisma.$transaction((tx) => settle(tx, source, answer, { isDryRun: true }));
}

/** The validators belong to the URL that gave them. */
const ask = (
  { publicUrl, fetchLimits }: RefreshDependencies,
  { url, isByOperator }: RefreshSource,
  taken: TakenAnswer | null,
): Promise<SourceAnswer> =>
  fetchSource(url, {
    userAgent: `Declassified (+${publicUrl})`,
    isByOperator,
    validators: taken?.url === url ? taken : null,
    ...fetchLimits,
  });

/** Adds a vintage if the answer is a good file with other figures. */
async function settle(
  tx: Transaction,
  source: RefreshSource,
  answer: SourceAnswer,
  options?: { isDryRun: boolean },
): Promise<RefreshResult> {
  if (answer.state === 'unchanged') return answer;
  if (answer.state !== 'answered') return failed(answer.state, answer.reason);
  const current = await lockCurrentVintage(tx, source);
  try {
    const file = readSource(source.about, answer.bytes, { current, isRefresh: true, now: new Date() });
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

function secondsToNextTry(failures: number, answer: SourceAnswer): number {
  const backoff = failures === 0 ? daySeconds : Math.min(2 ** (failures - 1) * hourSeconds, daySeconds);
  const requested = answer.state === 'unreachable' ? answer.retryAfterSeconds : 0;
  return Math.max(backoff, Math.min(requested, daySeconds));
}
