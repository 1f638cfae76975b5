import { trainingLimits, trainingMessages } from 'contract/training/training.constants.ts';
import { z } from 'zod';
import { isSigned, type Keys, sign } from '#auth/keys/keys.ts';
import type { Drawing } from '#domain/training/drawn-questions.ts';
import { AppError } from '#errors.ts';

/** A question of a sample, and how it was drawn. */
export interface SampledQuestion extends Drawing {
  id: string;
  /** The time of its last edit. An edited question cannot be drawn in the same way. */
  updatedAt: number;
}

export interface Sample {
  /** Becomes the id of the attempt, so that a sample is saved once. */
  id: string;
  questions: SampledQuestion[];
}

const Payload = z.object({
  id: z.string(),
  expires_at: z.number(),
  questions: z.array(
    z.tuple([z.string(), z.number(), z.array(z.number()), z.record(z.string(), z.number())]),
  ),
});

const lifetimeMs = trainingLimits.sampleHours * 60 * 60 * 1_000;

/** Contains no answer: everybody can read it, and only the server can write it. */
export function sampleToken({ trainingSample }: Keys, { id, questions }: Sample, at: Date): string {
  const payload: z.infer<typeof Payload> = {
    id,
    expires_at: at.getTime() + lifetimeMs,
    questions: questions.map(({ id: questionId, updatedAt, order, figures }) => [
      questionId,
      updatedAt,
      order,
      { ...figures },
    ]),
  };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${sign(trainingSample, text)}`;
}

/** Throws `invalid_link` for a token that the server did not write. The caller compares its time. */
export function readSampleToken(keys: Keys, token: string): Sample & { expiresAt: Date } {
  const [text = '', signature = ''] = token.split('.');
  if (!isSigned(keys, 'trainingSample', text, signature)) throw invalidSample();
  const payload = Payload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return {
    id: payload.id,
    expiresAt: new Date(payload.expires_at),
    questions: payload.questions.map(([id, updatedAt, order, figures]) => ({
      id,
      updatedAt,
      order,
      figures,
    })),
  };
}

export const invalidSample = () => new AppError('invalid_link', trainingMessages.sampleInvalid);
