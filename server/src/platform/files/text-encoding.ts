import { isUtf8 } from 'node:buffer';

/** The first bytes of a text: its byte order mark, or the zero bytes of Latin letters. */
const wideEncodings: readonly [RegExp, string][] = [
  [/^(fffe0000|0000feff|..000000|000000..)/, 'UTF-32'],
  [/^(fffe|feff|(?!00)..00|00(?!00)..)/, 'UTF-16'],
];

/** The name of an encoding with more than one byte for every character, if a file is in one. */
export function wideEncoding(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4).toString('hex');
  return wideEncodings.find(([pattern]) => pattern.test(start))?.[1];
}

/** The number of the first line that is not in UTF-8, from 1. */
export function firstLineNotInUtf8(bytes: Buffer): number {
  let [number, start] = [1, 0];
  for (;;) {
    const end = bytes.indexOf('\n', start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return number;
    [number, start] = [number + 1, end + 1];
  }
}
