import { imageLimits } from 'contract/files/files.constants.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';

/** The memory of this process that uploads may use. */
const budgetLimits = {
  all: 8 * imageLimits.maxBytes,
  /** One caller that stalls must not use up the whole budget. */
  perCaller: 3 * imageLimits.maxBytes,
  retryAfterSeconds: 5,
} as const;

const reserved = new Map<string, number>();
let total = 0;

/** Reserves memory until the response is closed. Throws `unavailable` if the budget is used up. */
export function reserveUpload({ caller, ip }: FastifyRequest, reply: FastifyReply, bytes: number): void {
  const callerKey = caller?.user.id ?? ip;
  const own = reserved.get(callerKey) ?? 0;
  if (total + bytes > budgetLimits.all || own + bytes > budgetLimits.perCaller) {
    throw new AppError('unavailable', 'Too many uploads are under way. Please try again.', {
      retryAfterSeconds: budgetLimits.retryAfterSeconds,
    });
  }
  total += bytes;
  reserved.set(callerKey, own + bytes);
  // `close` is emitted after the last byte of a response, and also without one.
  reply.raw.once('close', () => {
    total -= bytes;
    const left = (reserved.get(callerKey) ?? 0) - bytes;
    if (left > 0) reserved.set(callerKey, left);
    else reserved.delete(callerKey);
  });
}
