const startOfScan = Buffer.from([0xff, 0xda]);

/** The number of scans of a JPEG, each of which costs the decoder a pass over the pixels. */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(startOfScan); at >= 0; at = jpeg.indexOf(startOfScan, at + 2)) scans++;
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
