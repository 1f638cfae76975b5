import { type RefreshState, refreshLimits } from 'contract/datasets/datasets.constants.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { FileFault } from '../readers/file-fault.ts';
import { readSource } from '../readers/read-source.ts';
import { addVintage, type AddedVintage, currentVintage, describeVintage, lockDataset } from '../vintages.ts';
import { type FetchOptions, fetchSource, type SourceAnswer } from './fetch-source.ts';
import { claimRefresh, recordRefresh } from './refresh.queries.ts';
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
  const { database } = deps;
  const [claim] = await claimRefresh(database, source.slug, isDueOnly);
  if (!claim) return null;
  const answer = await ask(deps, source, claim);
  const result = await database.prisma.$transaction(async (tx) => {
    const settled = await settle(tx, source, answer, { isDryRun: false });
    const failures = isGood(settled.state) ? 0 : claim.failures + 1;
    await recordRefresh(tx, {
      slug: source.slug,
      state: settled.state,
      reason: 'reason' in settled ? settled.reason : null,
      failures,
      nextTrySeconds: secondsToNextTry(failures, answer),
      ...(failures === 0 && answer.state === 'answered' && { taken: { ...answer, url: source.url } }),
    });
    return settled;
  });
  logChange(deps, source.slug, claim.state, result);
  return result;
}

/** What a refresh would do. Figures, states and validators stay as they are. */
export async function previewRefresh(
  deps: RefreshDependencies,
  source: RefreshSource,
): Promise<RefreshResult> {
  const { prisma } = deps.database;
  const taken = await prisma.datasetRefresh.findUnique({ where: { slug: source.slug } });
  const answer = await ask(deps, source, taken ?? { url: null, etag: null, last_modified: null });
  return prisma.$transaction((tx) => settle(tx, source, answer, { isDryRun: true }));
}

/** The validators belong to the URL that gave them. */
function ask(
  { publicUrl, fetchLimits }: RefreshDependencies,
  { url, isByOperator }: RefreshSource,
  taken: TakenAnswer,
): Promise<SourceAnswer> {
  const isSame = taken.url === url;
  const validators = {
    etag: isSame ? taken.etag : null,
    lastModified: isSame ? taken.last_modified : null,
  };
  return fetchSource(url, {
    userAgent: `Declassified (+${publicUrl})`,
    isByOperator,
    validators,
    ...fetchLimits,
  });
}

/** Adds a vintage if the answer is a good file with other figures. */
async function settle(
  tx: Transaction,
  { slug, about, url }: RefreshSource,
  answer: SourceAnswer,
  { isDryRun }: { isDryRun: boolean },
): Promise<RefreshResult> {
  if (answer.state === 'unchanged') return answer;
  if (answer.state !== 'answered') return { state: answer.state, reason: shortened(answer.reason) };
  await lockDataset(tx, slug);
  const current = await currentVintage(tx, slug, about);
  const now = new Date();
  try {
    const { figures, published } = readSource(about, answer.bytes, { current, isRefresh: true, now });
    const retrieved = now.toISOString().slice(0, 10);
    const vintage = isDryRun
      ? describeVintage(about, current, figures)
      : await addVintage(tx, { slug, about }, current, {
          figures,
          origin: 'refresh',
          published,
          retrieved,
          url,
        });
    return vintage ? { state: 'renewed', vintage } : { state: 'unchanged' };
  } catch (error) {
    if (error instanceof FileFault) return { state: 'refused', reason: shortened(error.message) };
    throw error;
  }
}

const shortened = (reason: string) => reason.slice(0, refreshLimits.reasonMaxLength);

const isGood = (state: RefreshState) => state === 'renewed' || state === 'unchanged';

function secondsToNextTry(failures: number, answer: SourceAnswer): number {
  const backoff = failures === 0 ? daySeconds : Math.min(2 ** (failures - 1) * hourSeconds, daySeconds);
  const requested = answer.state === 'unreachable' ? answer.retryAfterSeconds : 0;
  return Math.max(backoff, Math.min(requested, daySeconds));
}

/** One line when a dataset begins to fail, and one when it is good again. */
function logChange(
  { logger }: RefreshDependencies,
  slug: string,
  before: RefreshState,
  result: RefreshResult,
): void {
  const wasGood = isGood(before) || before === 'waiting';
  if (wasGood && 'reason' in result) {
    const { state, reason } = result;
    logger.warn({ dataset: slug, state, reason }, 'a dataset could not be refreshed');
  }
  if (!wasGood && isGood(result.state)) logger.info({ dataset: slug }, 'a dataset is refreshed again');
}
