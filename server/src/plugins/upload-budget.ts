import { imageLimits } from 'contract/files.constants.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';

/** Bytes of uploads that may be in the process's memory at once. */
const budgetLimits = {
  all: 8 * imageLimits.maxBytes,
  /** So that one caller who stalls cannot take everyone's place. */
  perCaller: 3 * imageLimits.maxBytes,
  retryAfterSeconds: 5,
} as const;

const reserved = new Map<string, number>();
let total = 0;

/** Reserves memory until the answer is out or its client gone. Throws `unavailable` where there is none left. */
export function reserveUpload({ caller, ip }: FastifyRequest, reply: FastifyReply, bytes: number): void {
  const who = caller?.user.id ?? ip;
  const own = reserved.get(who) ?? 0;
  if (total + bytes > budgetLimits.all || own + bytes > budgetLimits.perCaller) {
    throw new AppError('unavailable', 'Too many uploads are under way. Please try again.', {
      retryAfterSeconds: budgetLimits.retryAfterSeconds,
    });
  }
  total += bytes;
  reserved.set(who, own + bytes);
  // Comes after the last byte of the answer, and also without one.
  reply.raw.once('close', () => {
    total -= bytes;
    const left = (reserved.get(who) ?? 0) - bytes;
    if (left > 0) reserved.set(who, left);
    else reserved.delete(who);
  });
}
