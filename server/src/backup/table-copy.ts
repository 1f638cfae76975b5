import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Table } from './catalog.queries.ts';
import type { TableDigest } from './manifest.ts';
import type { Progress } from './progress.ts';

const pieceBytes = 2 ** 20;
const lineFeed = 0x0a;

/** Session settings under which the text of a value is the same on every server, and nothing ends a long statement. */
export const copySettings = `
  SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex';
  SET extra_float_digits = 3; SET client_encoding = 'UTF8';
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

/** As the manifest lists them. */
export const describeColumns = ({ columns }: Table) =>
  Object.entries(columns).map(([name, type]) => ({ name, type }));

const columnsOf = ({ columns }: Table) => Object.keys(columns).map(escapeIdentifier).join(', ');

function readRows(client: ClientBase, table: Table): Readable {
  const rows = `SELECT ${columnsOf(table)} FROM ${escapeIdentifier(table.name)} ORDER BY ${table.sort}`;
  return client.query(copyTo(`COPY (${rows}) TO STDOUT`));
}

/** Passes the text of a COPY through, and computes its rows, size and hash. */
function measure(progress: Progress) {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  return {
    pass: async function* (this: void, text: AsyncIterable<Buffer>) {
      for await (const chunk of text) {
        hash.update(chunk);
        bytes += chunk.length;
        // COPY escapes line feeds within values.
        for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) rows++;
        progress(rows);
        yield chunk;
      }
    },
    result: (): TableDigest => ({ rows, bytes, sha256: hash.digest('hex') }),
  };
}

interface PackOptions {
  progress: Progress;
  throttle: () => Promise<void>;
  take: (piece: Buffer) => Promise<void>;
}

/** Passes the rows to `take` as pieces of one gzip stream. */
export async function packTable(
  client: ClientBase,
  table: Table,
  { progress, throttle, take }: PackOptions,
): Promise<TableDigest> {
  const measured = measure(progress);
  let chunks: Buffer[] = [];
  let size = 0;
  await pipeline(readRows(client, table), measured.pass, createGzip({ level: 1 }), async (packed) => {
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      await throttle();
      if (size < pieceBytes) continue;
      await take(Buffer.concat(chunks));
      [chunks, size] = [[], 0];
    }
  });
  if (size > 0) await take(Buffer.concat(chunks));
  return measured.result();
}

export async function unpackTable(
  client: ClientBase,
  table: Table,
  progress: Progress,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  const into = `${escapeIdentifier(table.name)} (${columnsOf(table)})`;
  const { pass } = measure(progress);
  await pipeline(pieces, createGunzip(), pass, client.query(copyFrom(`COPY ${into} FROM STDIN`)));
}

/** The digest that a backup of the table would have. */
export async function digestTable(
  client: ClientBase,
  table: Table,
  progress: Progress,
): Promise<TableDigest> {
  const measured = measure(progress);
  await pipeline(readRows(client, table), measured.pass, async (text) => {
    for await (const _ of text);
  });
  return measured.result();
}
