import type { Input } from '#api/call.ts';
import { trainingLimits } from 'contract/training/training.constants.ts';
import { localStorageItem } from '#session/local-storage-item.ts';

type SampleAnswers = Input<'saveSample'>['body'];

interface StoredSample extends SampleAnswers {
  /** In milliseconds. The token is valid for two hours. */
  storedAt: number;
}

/** The answers of a guest, until they belong to an account. The link of the registration opens in another tab. */
export const storedSample = localStorageItem('training-sample');

export function storeSample(sample: SampleAnswers): void {
  storedSample.set(JSON.stringify({ ...sample, storedAt: Date.now() } satisfies StoredSample));
}

const lifetimeMs = trainingLimits.sampleHours * 60 * 60 * 1_000;

/** Null without answers that an account could still take. */
export function readSample(text: string | null): SampleAnswers | null {
  try {
    const { storedAt, token, answers } = JSON.parse(text ?? '') as Partial<StoredSample>;
    const isCurrent = typeof storedAt === 'number' && Date.now() - storedAt < lifetimeMs;
    return isCurrent && typeof token === 'string' && Array.isArray(answers) ? { token, answers } : null;
  } catch {
    return null;
  }
}
