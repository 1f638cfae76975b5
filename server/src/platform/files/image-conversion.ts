import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import { imageTypeOf, isCutOff } from 'contract/files/image-content.ts';
import sharp, { type Metadata } from 'sharp';

/** The second byte of the marker of a scan. */
const startOfScan = 0xda;
/**
 * Whether the decoder skips the segment of a marker as a whole: frames and tables (SOF, DHT, DAC, DQT, DNL, DRI), data of
 * applications and comments. Of others, as of invalid ones between two parts of a scan, it may read the inside.
 */
const isSkipped = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) ||
  [startOfScan, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) ||
  (marker >= 0xe0 && marker <= 0xef);

/**
 * The number of scans of a JPEG, each of which costs the decoder a pass over the pixels. What stands inside a segment, such as the
 * scans of a thumbnail, is skipped, as the decoder skips it.
 */
function countScans(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === startOfScan) scans++;
    // In the pixels, the byte is followed by 0; more of it fill a gap.
    if (marker === 0xff) at += 1;
    else if (!isSkipped(marker)) at += 2;
    else at += 2 + (at + 4 <= jpeg.length ? Math.max(2, jpeg.readUInt16BE(at + 2)) : 2);
  }
  return scans;
}

const signatureBytes = 8;
/** The length, type and checksum of a chunk. */
const frameBytes = 12;
const textTypes = new Set(['tEXt', 'zTXt', 'iTXt']);

/**
 * A PNG without its texts, which the result would not have either: the decoder unpacks each of them to up to 8 MB, and
 * keeps all. What does not look like a chunk is left to the decoder.
 */
function withoutTexts(png: Buffer): Buffer {
  const parts = [png.subarray(0, signatureBytes)];
  let at = signatureBytes;
  let partStart = at;
  while (at + frameBytes <= png.length) {
    const end = at + frameBytes + png.readUInt32BE(at);
    if (textTypes.has(png.toString('latin1', at + 4, at + 8))) {
      parts.push(png.subarray(partStart, at));
      partStart = end;
    }
    at = end;
  }
  parts.push(png.subarray(partStart));
  return Buffer.concat(parts);
}

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
