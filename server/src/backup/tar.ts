/** POSIX ustar, https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html (ustar Interchange Format). */
export const blockBytes = 512;
const nameBytes = 100;
/** The size field has eleven octal digits. */
const largestFile = 8 ** 11 - 1;

export const tarEnd = Buffer.alloc(2 * blockBytes);

interface TarEntry {
  name: string;
  size: number;
  /** The modification time in seconds since 1970. */
  seconds: number;
}

/** The header of a file that only its owner may read. */
export function tarHeader({ name, size, seconds }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > nameBytes || size > largestFile)
    throw new Error(`${name} does not fit into a tar archive.`);
  const header = Buffer.alloc(blockBytes);
  const number = (value: number, digits: number, offset: number) =>
    header.write(value.toString(8).padStart(digits, '0'), offset);
  header.write(name, 0);
  number(0o600, 7, 100);
  number(0, 7, 108);
  number(0, 7, 116);
  number(size, 11, 124);
  number(seconds, 11, 136);
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  number(
    header.reduce((sum, byte) => sum + byte, 0),
    6,
    148,
  );
  header[154] = 0;
  return header;
}

/** Undefined for a header that `tarHeader` did not create. */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  const name = header.toString('utf8', 0, nameBytes).replace(/\0.*$/s, '');
  const number = (offset: number) => Number.parseInt(header.toString('latin1', offset, offset + 11), 8);
  const entry = { name, size: number(124), seconds: number(136) };
  const isWhole = name !== '' && entry.size >= 0 && entry.seconds >= 0;
  return isWhole && tarHeader(entry).equals(header) ? entry : undefined;
}

export const tarPadding = (size: number): Buffer =>
  Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
