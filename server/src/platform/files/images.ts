import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import { isCutOff } from 'contract/files/image-content.ts';
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
  } catch (error) {
    if (isCutOff(upload) || isEarlyEnd.gif.test(String(error))) throw refused(fileMessages.imageIncomplete);
  }
  throw refused(fileMessages.imageUnsupported);
}

/** The messages of the decoders of formats whose parts have no length. */
const isEarlyEnd = { gif: /Unexpected end of GIF/, jpeg: /premature end of JPEG/ };

async function convert(upload: Buffer): Promise<Buffer> {
  try {
    return await render(upload);
  } catch (error) {
    if ((error as Error).message.includes('timeout')) {
      throw new AppError('unavailable', 'The image takes too long to convert. Please try a smaller one.', {
        retryAfterSeconds: conversionSeconds,
      });
    }
    const isJpeg = isEarlyEnd.jpeg.test(String(error));
    const converted = isJpeg && (await renderWithoutEnd(upload).catch(() => undefined));
    if (converted) return converted;
    throw refused(isJpeg || isCutOff(upload) ? fileMessages.imageIncomplete : fileMessages.imageUnsupported);
  }
}

async function render(image: Buffer): Promise<Buffer> {
  const { storedSidePx, maxPixels } = imageLimits;
  const sharp = await loadSharp();
  return sharp(image, { ...input, limitInputPixels: maxPixels })
    .timeout({ seconds: conversionSeconds })
    .autoOrient()
    .resize(storedSidePx, storedSidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer();
}

/** The marker at the end of a JPEG, which some programs leave out. */
const endOfImage = Buffer.from([0xff, 0xd9]);
/** Decoded as pixels, unless a JPEG has all of its pixels already. */
const pixelBytes = Buffer.alloc(1_024, 0x55);

/** Undefined if more than the last marker of the JPEG is missing. */
async function renderWithoutEnd(upload: Buffer): Promise<Buffer | undefined> {
  const data = upload.at(-1) === endOfImage[0] ? upload.subarray(0, -1) : upload;
  const whole = Buffer.concat([data, endOfImage]);
  const sharp = await loadSharp();
  // Throws at the warning that pixels are missing, which libvips does not see in the last rows.
  await sharp(whole, { ...input, failOn: 'warning', limitInputPixels: imageLimits.maxPixels }).stats();
  const rendered = await render(whole);
  const withPixels = await render(Buffer.concat([data, pixelBytes, endOfImage]));
  return rendered.equals(withPixels) ? rendered : undefined;
}

const refused = (reason: string) => validationFailed({ user_image: [reason] });
