import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import { imageTypeOf, isCutOff } from 'contract/files/image-content.ts';
import sharp, { type Metadata } from 'sharp';
import { countScans, withoutTexts } from './image-parts.ts';

/** The only formats that libvips decodes. SVG, for example, is blocked. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
// One thread and no cache, because they would keep memory.
sharp.concurrency(1);
sharp.cache(false);

const webpQuality = 82;

/** `error` fails on truncated or broken data and tolerates harmless deviations that some cameras write. */
const input = { failOn: 'error', animated: false } as const;

/** What is wrong with an upload, as its user reads it. */
export class ImageRefusal extends Error {}

/**
 * Makes a WebP of at most `storedSidePx` per side from a PNG, JPEG, WebP, AVIF or GIF (its first
 * frame): upright, in sRGB, without metadata. The format is detected from the content. Throws
 * `ImageRefusal`. The duration is unlimited: call it where it can be ended from outside.
 */
export async function convert(upload: Buffer): Promise<Buffer> {
  if (imageTypeOf(upload) === 'image/jpeg' && countScans(upload) > imageLimits.maxScans) {
    throw new ImageRefusal(fileMessages.imageTooManyScans);
  }
  const image = imageTypeOf(upload) === 'image/png' ? withoutTexts(upload) : upload;
  const { width, height } = await readHeader(image, upload);
  if (width * height > imageLimits.maxPixels) throw new ImageRefusal(fileMessages.imageTooManyPixels);
  try {
    return await render(image);
  } catch (error) {
    const isJpeg = isEarlyEnd.jpeg.test(String(error));
    const converted = isJpeg && (await renderWithoutEnd(image).catch(() => undefined));
    if (converted) return converted;
    const isIncomplete = isJpeg || isCutOff(upload);
    throw new ImageRefusal(isIncomplete ? fileMessages.imageIncomplete : fileMessages.imageUnsupported);
  }
}

async function readHeader(image: Buffer, upload: Buffer): Promise<Metadata> {
  try {
    // The caller checks the pixel limit, with its own message.
    const header = await sharp(image, { ...input, limitInputPixels: false }).metadata();
    // Only the compression distinguishes HEIC from AVIF.
    if (header.format !== 'heif' || header.compression === 'av1') return header;
  } catch (error) {
    if (isCutOff(upload) || isEarlyEnd.gif.test(String(error))) {
      throw new ImageRefusal(fileMessages.imageIncomplete);
    }
  }
  throw new ImageRefusal(fileMessages.imageUnsupported);
}

/** The messages of the decoders of formats whose parts have no length. */
const isEarlyEnd = { gif: /Unexpected end of GIF/, jpeg: /premature end of JPEG/ };

async function render(image: Buffer): Promise<Buffer> {
  const { storedSidePx, maxPixels } = imageLimits;
  return sharp(image, { ...input, limitInputPixels: maxPixels })
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
  // Throws at the warning that pixels are missing, which libvips does not see in the last rows.
  await sharp(whole, { ...input, failOn: 'warning', limitInputPixels: imageLimits.maxPixels }).stats();
  const rendered = await render(whole);
  const withPixels = await render(Buffer.concat([data, pixelBytes, endOfImage]));
  return rendered.equals(withPixels) ? rendered : undefined;
}
