import { imageLimits } from 'contract/files/files.constants.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';

/** Of the memory of this process. */
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
  const who = caller?.user.id ?? ip;
  const own = reserved.get(who) ?? 0;
  if (total + bytes > budgetLimits.all || own + bytes > budgetLimits.perCaller) {
    throw new AppError('unavailable', 'Too many uploads are under way. Please try again.', {
      retryAfterSeconds: budgetLimits.retryAfterSeconds,
    });
  }
  total += bytes;
  reserved.set(who, own + bytes);
  // `close` is emitted after the last byte of a response, and also without one.
  reply.raw.once('close', () => {
    total -= bytes;
    const left = (reserved.get(who) ?? 0) - bytes;
    if (left > 0) reserved.set(who, left);
    else reserved.delete(who);
  });
}
