import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import type { Metadata } from 'sharp';
import { AppError, busy, validationFailed } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';

/** The only formats that libvips decodes. SVG, for example, is blocked. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Loaded at the first image, because libvips would cost time and memory at every start. */
async function importSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  // One thread per image and no cache, because the queue limits the memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

let imported: ReturnType<typeof importSharp> | undefined;
const loadSharp = () => (imported ??= importSharp());

/** Enough for any image within the limits on a slow machine. */
const conversionSeconds = 20;
const webpQuality = 82;

/** `error` fails on truncated or broken data and tolerates harmless deviations that some cameras write. */
const input = { failOn: 'error', animated: false } as const;

const retryAfterSeconds = 5;

/**
 * A decoder may need up to 8 bytes of memory per pixel, so the total of pixels is limited to those of one
 * largest image. Two images at once leave two of libuv's four threads free.
 */
const queue = createSemaphore({
  permits: 2,
  maxWeight: imageLimits.maxPixels,
  maxWaiting: 32,
  refusal: () => busy(retryAfterSeconds),
});

export const imageQueueLoad = queue.load;

/**
 * Makes a WebP of at most `storedSidePx` per side from a PNG, JPEG, WebP, AVIF or GIF (its first
 * frame): upright, in sRGB, without metadata. The format is detected from the content. Throws
 * `validation_failed` on `user_image`, or `unavailable` if too many images wait.
 */
export async function convertImage(upload: Buffer): Promise<Buffer> {
  const { width, height } = await readHeader(upload);
  if (width * height > imageLimits.maxPixels) throw refused(fileMessages.imageTooManyPixels);
  return queue.run(() => convert(upload), { weight: width * height });
}

async function readHeader(upload: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  try {
    // The caller checks the pixel limit, with its own message.
    const header = await sharp(upload, { ...input, limitInputPixels: false }).metadata();
    // Only the compression distinguishes HEIC from AVIF.
    if (header.format !== 'heif' || header.compression === 'av1') return header;
  } catch {}
  throw refused(fileMessages.imageUnsupported);
}

async function convert(upload: Buffer): Promise<Buffer> {
  const { storedSidePx, maxPixels } = imageLimits;
  const sharp = await loadSharp();
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
