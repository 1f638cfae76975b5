import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { prepareImage, setUserImage } from '#domain/storage/user-images.ts';
import type { TestApp } from '#test/app.ts';
import type { ImageSource } from '#platform/files/images.ts';

/** An image of this size with more than one colour. */
export function picture(width = 40, height = 30): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 200, g: 90, b: 40 },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

/**
 * A PNG of one colour, which compresses well: 40 megapixels are 120 kB. It is complete unless it has fewer rows than
 * its header announces.
 */
export function flatPng(width: number, height: number, rows = height): Buffer {
  return png(width, height, deflateSync(Buffer.alloc(pngRowBytes(width) * rows)));
}

/** The filter byte of a row and its pixels. */
export const pngRowBytes = (width: number) => 1 + width * 3;

/** A PNG with 8 bits for each RGB channel, from compressed rows. */
export function png(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** An account of its own for each image, because an account converts one at a time. */
export const anyAccount = (): ImageSource => ({
  accountId: randomUUID(),
  signal: new AbortController().signal,
});

/** Assigns an image to a user like an update. Resolves to its key. */
export async function addUserImage({ dependencies }: TestApp, userId: string): Promise<string> {
  const image = await prepareImage(dependencies, await picture().png().toBuffer(), anyAccount());
  await dependencies.database.prisma.$transaction((tx) =>
    setUserImage(tx, dependencies.settings, userId, image),
  );
  return image.key;
}
