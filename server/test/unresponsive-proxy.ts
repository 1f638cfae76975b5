import { prepareOutage } from './database-outage.ts';

/** A proxy in front of PostgreSQL that drops notifications, like a transaction pooler. */
export const startUnresponsiveProxy = (databaseUrl: string) =>
  prepareOutage(databaseUrl, () => createFilter('A'));

/**
 * Each message has one byte for its type and four for the length of the rest: PostgreSQL's protocol 3.0, section 53.7.
 */
function createFilter(dropped: string): (data: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const kept: Buffer[] = [];
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest.toString('latin1', 0, 1) !== dropped) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(kept);
  };
}
