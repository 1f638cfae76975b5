import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { AppError, busy, validationFailed } from '#errors.ts';
import { createKeyedSemaphore } from '#platform/concurrency/keyed-semaphore.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { rootFolder } from '#root-folders.ts';
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

interface Worker {
  process: ChildProcess;
  /** Aborted when the process has ended. */
  ended: AbortSignal;
}

let worker: Worker | undefined;

async function convertOutside(upload: Buffer): Promise<ImageAnswer> {
  worker ??= startWorker();
  const { process, ended } = worker;
  const timer = setTimeout(() => process.kill('SIGKILL'), conversionSeconds * 1_000);
  process.ref();
  try {
    const answered = once(process, 'message', { signal: ended });
    process.send(upload);
    const [answer] = (await answered) as [ImageAnswer];
    return answer;
  } catch (error) {
    if (!ended.aborted) throw error;
    throw new AppError('unavailable', 'The image takes too long to convert. Please try a smaller one.', {
      retryAfterSeconds: conversionSeconds,
    });
  } finally {
    clearTimeout(timer);
    process.unref();
  }
}

/** Started at the first image, because libvips costs time and memory. It knows no settings and no secrets. */
function startWorker(): Worker {
  const started = fork(join(rootFolder, 'server/dist/image-worker.js'), {
    // A process with one thread at work needs one arena of the C library.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [],
    serialization: 'advanced',
  });
  const ended = new AbortController();
  // Requests that need no image have priority.
  if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  started.once('exit', () => {
    worker = undefined;
    ended.abort();
  });
  // The exit follows.
  started.once('error', () => {});
  started.unref();
  started.channel?.unref();
  return { process: started, ended: ended.signal };
}
