import { AppError, busy, validationFailed } from '#errors.ts';
import { createKeyedSemaphore } from '#platform/concurrency/keyed-semaphore.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { createWorker } from '#platform/process/worker.ts';
import type { ImageAnswer } from './image-worker.ts';

/** Enough for any image within the limits, on a busy machine too. Decoders look at no timeout of their own before the whole file is read. */
const conversionSeconds = 10;

const retryAfterSeconds = 5;

/** One at a time: a decoder may need up to 8 bytes of memory per pixel. */
const queue = createSemaphore({
  permits: 1,
  maxWaiting: 32,
  refusal: () => busy(retryAfterSeconds),
});

/** An account has one place in the queue, so that nobody waits for more than one image of another. */
const ofAccount = createKeyedSemaphore(1, 1);

export const imageQueueLoad = queue.load;

/** Another process, because libvips costs time and memory. */
const convertOutside = createWorker<ImageAnswer>({
  script: 'image-worker',
  patienceSeconds: conversionSeconds,
  refusal: () =>
    new AppError('unavailable', 'The image takes too long to convert. Please try a smaller one.', {
      retryAfterSeconds: conversionSeconds,
    }),
});

export interface ImageSource {
  accountId: string;
  /** Aborted when the client has gone: work that waits is dropped. */
  signal: AbortSignal;
}

/**
 * Makes a WebP from an upload in another process, as `convert` does. Throws `validation_failed` on `user_image`,
 * `unavailable` if too many images wait or the conversion takes too long, and `too_many_requests`.
 */
export async function convertImage(upload: Buffer, { accountId, signal }: ImageSource): Promise<Buffer> {
  const answer = await ofAccount(accountId, () => queue.run(() => convertOutside(upload), { signal }));
  if ('refusal' in answer) throw validationFailed({ user_image: [answer.refusal] });
  return Buffer.from(answer.image);
}
