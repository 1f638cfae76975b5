import { fileMessages, imageLimits } from 'contract/files.constants.ts';
import sharp, { type Metadata } from 'sharp';
import { AppError, busy, validationFailed } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';

/** What libvips may open at all: none of the others, such as SVG, ever sees a byte of an upload. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
// One thread for each image, and nothing kept from one to the next: memory stays what the queue allows.
sharp.concurrency(1);
sharp.cache(false);

/** No honest image within the limits needs as long, even on a slow machine. */
const conversionSeconds = 20;
const webpQuality = 82;

/** With `error`, data that ends early or is broken fails; odd but harmless bytes, as some cameras write, do not. */
const input = { failOn: 'error', animated: false } as const;

const retryAfterSeconds = 5;

/**
 * A decoder may hold a whole image in memory, in up to 8 bytes a pixel: so the pixels under way never exceed those
 * of one largest image. Two at once leave a thread of libuv's four to everyone else.
 */
const queue = createSemaphore({
  permits: 2,
  maxWeight: imageLimits.maxPixels,
  places: 32,
  refusal: () => busy(retryAfterSeconds),
});

export const imageQueueLoad = queue.load;

/**
 * Makes a WebP of at most `storedSidePx` on both sides from a PNG, JPEG, WebP, AVIF or GIF (its first frame): upright,
 * in sRGB, without metadata. What the bytes are is judged by themselves. Throws `validation_failed` on `user_image`,
 * or `unavailable` where too many images wait.
 */
export async function convertImage(upload: Buffer): Promise<Buffer> {
  const { width, height } = await readHeader(upload);
  if (width * height > imageLimits.maxPixels) throw refused(fileMessages.imageTooManyPixels);
  return queue.run(() => convert(upload), { weight: width * height });
}

/** Reads no pixels. */
async function readHeader(upload: Buffer): Promise<Metadata> {
  try {
    // Too many pixels are refused by ourselves, who can say so.
    const header = await sharp(upload, { ...input, limitInputPixels: false }).metadata();
    // HEIC differs from AVIF in this only.
    if (header.format !== 'heif' || header.compression === 'av1') return header;
  } catch {
    // Whatever the decoder says of it, it cannot be read.
  }
  throw refused(fileMessages.imageUnsupported);
}

async function convert(upload: Buffer): Promise<Buffer> {
  const { storedSidePx, maxPixels } = imageLimits;
  try {
    return await sharp(upload, { ...input, limitInputPixels: maxPixels })
      .timeout({ seconds: conversionSeconds })
      .autoOrient()
      .resize(storedSidePx, storedSidePx, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: webpQuality })
      .toBuffer();
  } catch (error) {
    if ((error as Error).message.includes('timeout')) {
      throw new AppError('unavailable', 'The image takes too long to convert. Please try a smaller one.', {
        retryAfterSeconds: conversionSeconds,
      });
    }
    throw refused(fileMessages.imageUnsupported);
  }
}

const refused = (reason: string) => validationFailed({ user_image: [reason] });
