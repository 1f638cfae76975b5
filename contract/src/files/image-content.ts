/** The types of images that may be uploaded. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;

type ImageType = (typeof imageTypes)[number];

/** By the first bytes, with one character for each. The name of a file says nothing reliable about its content. */
const signatures: readonly [RegExp, ImageType][] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  // The brands follow the name of the first box.
  [/^[^]{4}ftyp(?:[^]{4}){0,12}?avi[fs]/, 'image/avif'],
  [/^GIF8[79]a/, 'image/gif'],
];

const textAt = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const start = textAt(bytes, 0, 64);
  return signatures.find(([pattern]) => pattern.test(start))?.[1];
}

/** The marker after which a JPEG has no lengths any more. */
const startOfScan = 0xffda;

/**
 * Whether an image ends inside or before a part of which it announces the length. Those are all parts of a PNG, WebP or AVIF,
 * the parts of a JPEG before its pixels, and none of a GIF.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (imageTypeOf(bytes)) {
    case 'image/png':
      if (textAt(bytes, 12, 4) !== 'IHDR') return false;
      return endsBefore(bytes, 8, {
        headBytes: 8,
        // Without itself, the type and the checksum.
        lengthAt: (at) => view.getUint32(at) + 12,
        isLast: (at) => textAt(bytes, at + 4, 4) === 'IEND',
        needsLast: true,
      });
    case 'image/jpeg':
      if (bytes[3] === 0xe0 && !/^JF(IF|XX)/.test(textAt(bytes, 6, 4))) return false;
      return endsBefore(bytes, 2, {
        headBytes: 4,
        lengthAt: (at) => view.getUint16(at + 2) + 2,
        isLast: (at) => view.getUint16(at) === startOfScan,
        needsLast: true,
      });
    case 'image/webp':
      return view.getUint32(4, true) + 8 > bytes.length;
    case 'image/avif':
      return endsBefore(bytes, 0, {
        headBytes: 8,
        lengthAt: (at) => view.getUint32(at),
        // 0 means the rest of the file. 1 means a length in 64 bits, which no such image needs.
        isLast: (at) => view.getUint32(at) <= 1,
        needsLast: false,
      });
    default:
      return false;
  }
}

interface Parts {
  /** The number of bytes in which a part announces its length. */
  headBytes: number;
  lengthAt: (start: number) => number;
  isLast: (start: number) => boolean;
  needsLast: boolean;
}

function endsBefore(bytes: Uint8Array, first: number, { headBytes, lengthAt, isLast, needsLast }: Parts) {
  let at = first;
  while (at + headBytes <= bytes.length) {
    if (isLast(at)) return false;
    // A shorter part is damaged.
    if (lengthAt(at) < 2) return false;
    at += lengthAt(at);
  }
  return needsLast || at !== bytes.length;
}
