import type { Config } from '#config.ts';
import { failed, type Finding, ok, skipped, warning } from './finding.ts';
import type { Machine } from './machine.ts';
import type { ProductDatabase } from './product-database.ts';

const warnAboveMs = 2_000;
const failAboveMs = 30_000;
const storeTimeoutMs = 4_000;

/**
 * Compares this machine's clock with the database's and the store's. Sessions, links and records go by the database's
 * alone; the addresses of images are signed by this machine's.
 */
export async function checkClock(
  config: Config,
  machine: Machine,
  product: ProductDatabase | undefined,
): Promise<Finding[]> {
  const others = [
    product && {
      name: 'the database',
      harm: 'the dates of mails and of the log do not fit those of records',
      ask: () => askDatabase(product),
    },
    config.s3 && {
      name: 'the store',
      harm: 'addresses of images end at the wrong time, or never work',
      ask: () => askStore(config.s3?.endpoint ?? ''),
    },
  ].filter((other) => other !== undefined);
  const readings = await Promise.all(
    others.map(async ({ name, harm, ask }) => {
      const offsetMs = await compare(machine.now, ask);
      return offsetMs === undefined ? undefined : { name, harm, offsetMs };
    }),
  );
  const known = readings.filter((reading) => reading !== undefined);
  if (known.length === 0) return [skipped('nothing answers to compare it with')];
  const wrong = known.filter(({ offsetMs }) => Math.abs(offsetMs) > warnAboveMs);
  if (wrong.length === 0) return [ok(`agrees with ${known.map(({ name }) => name).join(' and ')}`)];
  return wrong.map(judge);
}

function judge({ name, harm, offsetMs }: { name: string; harm: string; offsetMs: number }): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  const text =
    `this machine is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} ${name}: ${harm}. ` +
    'Set both clocks by NTP.';
  return Math.abs(offsetMs) > failAboveMs ? failed(text) : warning(text);
}

/** By how much at least this clock is ahead, whenever on its way the answer was given; undefined without one. */
async function compare(now: () => number, ask: () => Promise<Span | undefined>): Promise<number | undefined> {
  const before = now();
  const there = await ask().catch(() => undefined);
  const after = now();
  if (!there) return undefined;
  if (before > there.to) return before - there.to;
  return after < there.from ? after - there.from : 0;
}

/** Milliseconds since 1970. */
interface Span {
  from: number;
  to: number;
}

async function askDatabase({ database }: ProductDatabase): Promise<Span> {
  const { rows } = await database.pool.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  );
  const ms = rows[0]?.ms ?? Number.NaN;
  return { from: ms, to: ms };
}

/** Whatever it answers has a Date, of whole seconds. */
async function askStore(endpoint: string): Promise<Span | undefined> {
  const signal = AbortSignal.timeout(storeTimeoutMs);
  const { headers } = await fetch(endpoint, { method: 'HEAD', redirect: 'manual', signal });
  const ms = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? undefined : { from: ms, to: ms + 999 };
}
