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
export function countScans(jpeg: Buffer): number {
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
export function withoutTexts(png: Buffer): Buffer {
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
