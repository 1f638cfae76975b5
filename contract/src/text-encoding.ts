export interface DecodedText {
  /** Windows-1252 stands for every encoding of one byte for each character. */
  encoding: 'UTF-8' | 'UTF-16' | 'UTF-32' | 'Windows-1252';
  /** Without a byte order mark. Empty for UTF-32, which no browser decodes. */
  text: string;
}

/** The first bytes of texts in wide encodings: a byte order mark, or the zero bytes beside Latin letters. */
const wideEncodings = [
  [/^(fffe0000|0000feff|..000000|000000..)/, 'UTF-32', undefined],
  [/^(fffe|(?!00)..00(?!00)..00)/, 'UTF-16', 'utf-16le'],
  [/^(feff|00(?!00)..00(?!00)..)/, 'UTF-16', 'utf-16be'],
] as const;

/** Finds out the encoding of a file, and decodes it. What is not valid in UTF-8 is Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const [, wide, label] = wideEncodings.find(([pattern]) => pattern.test(start)) ?? [];
  if (wide) return { encoding: wide, text: label ? new TextDecoder(label).decode(bytes) : '' };
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { encoding: 'Windows-1252', text: new TextDecoder('windows-1252').decode(bytes) };
  }
}
