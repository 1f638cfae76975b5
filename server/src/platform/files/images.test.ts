import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { AppError } from '#errors.ts';
import { cpuMsOf, relativeTo } from '#test/cpu-time.ts';
import { anyAccount, flatPng, picture, pngChunk } from '#test/images.ts';
import { convert } from './image-conversion.ts';
import { convertImage } from './images.ts';

const converted = (upload: Buffer) => convertImage(upload, anyAccount());

/** The reasons for refusing `user_image`. */
async function refusalOf(upload: Buffer): Promise<string[] | undefined> {
  const error: unknown = await converted(upload).catch((refusal: unknown) => refusal);
  if (!(error instanceof AppError)) throw new Error('Not refused.', { cause: error });
  expect(error.code).toBe('validation_failed');
  return error.details?.['user_image'];
}

/** Wide enough to be made smaller, and low, because compressing noise is slow. */
const kinds: Record<string, () => Promise<Buffer>> = {
  PNG: () => picture(600, 60).png().toBuffer(),
  'interlaced PNG': () => picture(600, 60).png({ progressive: true }).toBuffer(),
  JPEG: () => picture(600, 60).jpeg().toBuffer(),
  'JPEG with all colours': () => picture(600, 60).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'progressive JPEG': () => picture(600, 60).jpeg({ progressive: true }).toBuffer(),
  'CMYK JPEG': () => picture(600, 60).toColourspace('cmyk').jpeg().toBuffer(),
  WebP: () => picture(600, 60).webp().toBuffer(),
  'animated WebP': () => frames().then((all) => all.webp().toBuffer()),
  AVIF: () => picture(600, 60).avif({ effort: 0 }).toBuffer(),
  GIF: () => picture(600, 60).gif({ effort: 1 }).toBuffer(),
  'animated GIF': () => frames().then((all) => all.gif({ effort: 1 }).toBuffer()),
};

const cachedUploads = new Map<string, Promise<Buffer>>();

function uploadOf(kind: string): Promise<Buffer> {
  const upload = cachedUploads.get(kind) ?? kinds[kind]!();
  cachedUploads.set(kind, upload);
  return upload;
}

async function frames(): Promise<Sharp> {
  const images = [await picture(600, 60).png().toBuffer(), await picture(600, 60).png().toBuffer()];
  return sharp(images, { join: { animated: true } });
}

const cpuOf = (upload: Buffer) => cpuMsOf(() => convert(upload).catch(() => {}));

/** The CPU time as a multiple of that of an ordinary conversion. */
async function relativeCpuOf(upload: Buffer): Promise<number> {
  const camera = await uploadOf('progressive JPEG');
  return relativeTo(
    () => cpuOf(camera),
    () => cpuOf(upload),
  );
}

describe('convertImage', () => {
  it.each(Object.keys(kinds))('creates a still WebP of at most 512 by 512 from %s', async (kind) => {
    const stored = await sharp(await converted(await uploadOf(kind))).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 512, height: 51, space: 'srgb' });
    expect(stored.pages ?? 1).toBe(1);
  });

  it.each<[string, [number, number], [number, number]]>([
    ['makes a high image smaller', [20, 1_024], [10, 512]],
    ['does not enlarge a small one', [3, 2], [3, 2]],
  ])('%s', async (_, size, expected) => {
    const { width, height } = await sharp(await converted(flatPng(...size))).metadata();
    expect([width, height]).toEqual(expected);
  });

  it('removes metadata, and rotates the pixels instead', async () => {
    const upload = await picture(60, 20)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(await sharp(upload).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    const stored = await sharp(await converted(upload)).metadata();
    expect([stored.width, stored.height]).toEqual([20, 60]);
    for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation']) expect(stored).not.toHaveProperty(kind);
  });

  it('preserves transparency', async () => {
    const transparent = sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const stored = await converted(await transparent.png().toBuffer());
    expect((await sharp(stored).stats()).isOpaque).toBe(false);
  });

  it.each(Object.keys(kinds))('refuses a truncated %s', async (kind) => {
    const whole = await uploadOf(kind);
    // For an animation, only the first of its two frames matters if it can be read separately.
    const shares = kind === 'animated GIF' ? [0.05, 0.3] : [0.05, 0.5, 0.98];
    for (const share of shares) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      expect([share, await refusalOf(part)]).toEqual([share, [fileMessages.imageIncomplete]]);
    }
  });

  it.each(['JPEG', 'JPEG with all colours', 'progressive JPEG', 'CMYK JPEG'])(
    'accepts a %s without its last marker, and refuses one without its last pixels',
    async (kind) => {
      const whole = await uploadOf(kind);
      const stored = await converted(whole);
      for (const missing of [1, 2]) {
        expect(await converted(whole.subarray(0, -missing))).toEqual(stored);
      }
      for (const missing of [40, 400]) {
        expect(await refusalOf(whole.subarray(0, -missing))).toEqual([fileMessages.imageIncomplete]);
      }
    },
  );

  it('refuses a JPEG that ends in its metadata as incomplete', async () => {
    const upload = await picture(60, 20)
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'x'.repeat(900) } })
      .jpeg()
      .toBuffer();
    for (const length of [200, 600, 1_000]) {
      expect(await refusalOf(upload.subarray(0, length))).toEqual([fileMessages.imageIncomplete]);
    }
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('an image, honestly')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'SVG with a prologue',
      () =>
        Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['TIFF', () => picture().tiff().toBuffer()],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
    ['a script after the first bytes of a GIF', () => Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)')],
    ['a page after the first bytes of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<html></html>', 'latin1')],
    ['an archive after the first bytes of a JPEG', () => Buffer.from('\xff\xd8\xff\xe0PK\x03\x04', 'latin1')],
  ])('refuses %s', async (_what, make) => {
    expect(await refusalOf(await make())).toEqual([fileMessages.imageUnsupported]);
  });

  it('removes data after the end of an image', async () => {
    const polyglot = Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect(String(await converted(polyglot))).not.toContain('script');
  });

  it('accepts 40 megapixels, and refuses one row more before decoding', async () => {
    const { maxPixels } = imageLimits;
    const { width } = await sharp(await converted(flatPng(8_000, maxPixels / 8_000))).metadata();
    expect(width).toBe(512);
    for (const bomb of [flatPng(8_000, maxPixels / 8_000 + 1, 1), flatPng(65_000, 65_000, 1)]) {
      expect(await refusalOf(bomb)).toEqual([fileMessages.imageTooManyPixels]);
      expect(await relativeCpuOf(bomb)).toBeLessThan(5);
    }
  });

  it('accepts a JPEG with every scan of a camera, and refuses one with 100,000 before decoding', async () => {
    const camera = await uploadOf('progressive JPEG');
    await converted(camera);
    const lastScan = camera.subarray(camera.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const scans = Array<Buffer>(100_000).fill(lastScan.subarray(0, 40));
    const bomb = Buffer.concat([camera.subarray(0, -2), ...scans, camera.subarray(-2)]);
    expect(await refusalOf(bomb)).toEqual([fileMessages.imageTooManyScans]);
    expect(await relativeCpuOf(bomb)).toBeLessThan(5);
  });

  it('does not count the scans of a thumbnail in a segment of a JPEG', async () => {
    const camera = await uploadOf('progressive JPEG');
    const thumbnail = Buffer.alloc(60_000, Buffer.from([0xff, 0xda]));
    const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0xea, 0x62]), thumbnail]);
    const [start, rest] = [camera.subarray(0, 2), camera.subarray(2)];
    expect(await converted(Buffer.concat([start, segment, rest]))).toEqual(await converted(camera));
  });

  it('counts the scans behind a marker that the decoder passes over between two parts of a scan', async () => {
    const camera = await uploadOf('progressive JPEG');
    const hidden = Buffer.alloc(60_000, Buffer.from([0xff, 0xda, 0, 2]));
    for (const marker of [0x02, 0x80, 0xbf, 0xf0]) {
      const segment = Buffer.concat([Buffer.from([0xff, marker, 0xea, 0x62]), hidden]);
      const bomb = Buffer.concat([camera.subarray(0, -2), segment, camera.subarray(-2)]);
      expect(await refusalOf(bomb)).toEqual([fileMessages.imageTooManyScans]);
    }
  });

  it('converts a PNG with 600 texts of 8 MB without unpacking them', async () => {
    const text = Buffer.concat([
      Buffer.from('text\0\0'),
      deflateSync(Buffer.alloc(7_990_000, 'a'), { level: 9 }),
    ]);
    const plain = flatPng(9, 9);
    const headerEnd = 8 + 12 + 13;
    const texts = Array<Buffer>(600).fill(pngChunk('zTXt', text));
    const bomb = Buffer.concat([plain.subarray(0, headerEnd), ...texts, plain.subarray(headerEnd)]);
    expect(await converted(bomb)).toEqual(await converted(plain));
    expect(await relativeCpuOf(bomb)).toBeLessThan(5);
  });

  it('refuses an image whose conversion is ended for taking too long, and converts the next ones', async () => {
    const image = flatPng(9, 9);
    await converted(image);
    const [endless, other] = [anyAccount(), anyAccount()];
    const pid = await workerPid();
    process.kill(pid, 'SIGSTOP');
    const first = convertImage(image, endless);
    const second = convertImage(image, endless);
    await expect(convertImage(image, endless)).rejects.toMatchObject({ code: 'too_many_requests' });
    const gone = new AbortController();
    const abandoned = convertImage(image, { ...anyAccount(), signal: gone.signal });
    gone.abort();
    await expect(abandoned).rejects.toMatchObject({ code: 'unavailable' });
    const ofOther = convertImage(image, other);
    // As the worker's patience does, which its own test waits for.
    process.kill(pid, 'SIGKILL');
    await expect(first).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('takes too long'),
    });
    expect(await Promise.all([second, ofOther])).toHaveLength(2);
  });
});

/** The process of the conversions, which is a child of this one. */
async function workerPid(): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'image-worker']);
  return Number(stdout.trim());
}
