import type { FastifyReply } from 'fastify';

/** Aborted when the client hangs up before its answer is out, and at once where it already did. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else {
    raw.once('close', () => {
      if (!raw.writableFinished) gone.abort();
    });
  }
  return gone.signal;
}
