/**
 * Measures two routes of one process in short turns. The ratio compares the CPU time of the process and of PostgreSQL for
 * each request, which other work on the machine hardly affects. The requests a second are printed beside it.
 */
import autocannon from 'autocannon';
import type { CpuTime, Measured } from './measured-process.ts';
import { median } from './median.ts';

const rounds = 7;
const warmUpSeconds = 3;
/** On a loaded machine a request may take longer than autocannon's default of 10 seconds. */
const timeoutSeconds = 60;

export type Load = Partial<autocannon.Options> & { url: string };

export interface Comparison {
  name: string;
  /** The minimum ratio to the peer's speed. */
  goal?: number;
  /** The maximum CPU time of a request, in microseconds. */
  mostMicros?: number;
  /** The maximum CPU time in addition to the peer's, in microseconds. */
  mostMicrosMore?: number;
  connections?: number;
  secondsPerTurn?: number;
  ours: Load;
  peer: Load;
}

interface Turn {
  rate: number;
  cpu: CpuTime;
}

/** Prints the ratios, which are medians over neighbouring turns. The process ends with code 1 if a goal is missed. */
export async function compareRates(measured: Measured, comparison: Comparison): Promise<void> {
  const { name, goal = 0, mostMicros = Infinity, mostMicrosMore = Infinity, ours, peer } = comparison;
  const { connections = 20, secondsPerTurn = 1 } = comparison;
  let refused = 0;
  const take = async (load: Load, duration = secondsPerTurn): Promise<Turn> => {
    const before = await measured.cpu();
    const result = await autocannon({ ...load, connections, duration, timeout: timeoutSeconds });
    const answered = result['2xx'] + result['3xx'];
    // On a loaded machine a short turn may end before the first response.
    if (answered === 0 && result.non2xx + result.errors === 0) return take(load, 2 * duration);
    if (answered === 0)
      throw new Error(`${load.url} failed: ${result.non2xx} statuses, ${result.errors} errors.`);
    // On a loaded machine some requests get a 503.
    refused += result.requests.total - answered;
    const after = await measured.cpu();
    const each = (part: keyof CpuTime) => (after[part] - before[part]) / answered;
    return { rate: answered / result.duration, cpu: { server: each('server'), database: each('database') } };
  };
  for (const load of [peer, ours]) await take(load, warmUpSeconds);
  const turns: { peer: Turn; ours: Turn }[] = [];
  for (let round = 0; round < rounds; round++) turns.push({ peer: await take(peer), ours: await take(ours) });
  const middle = (figure: (turn: (typeof turns)[number]) => number) => median(turns.map(figure));
  const total = ({ cpu }: Turn) => cpu.server + cpu.database;
  const ratio = middle((turn) => total(turn.peer) / total(turn.ours));
  const micros = middle((turn) => total(turn.ours));
  const more = middle((turn) => total(turn.ours) - total(turn.peer));
  const goals = [
    goal > 0 && `ratio ${goal}`,
    mostMicros < Infinity && `${mostMicros} µs`,
    mostMicrosMore < Infinity && `${mostMicrosMore} µs more`,
  ].filter(Boolean);
  const cpuText = (which: 'ours' | 'peer') => {
    const part = (where: keyof CpuTime) => middle((turn) => turn[which].cpu[where]).toFixed(0);
    return part('database') === '0' ? part('server') : `${part('server')} + ${part('database')}`;
  };
  const rates = [middle((turn) => turn.ours.rate), middle((turn) => turn.peer.rate)];
  console.log(
    `${name}: ${cpuText('ours')} against ${cpuText('peer')} µs of CPU, ratio ${ratio.toFixed(2)} (goal: ${goals.join(', ')}); ` +
      `${rates.map((figure) => figure.toFixed(0)).join(' against ')} req/s, ratio ${middle((turn) => turn.ours.rate / turn.peer.rate).toFixed(2)}` +
      (refused > 0 ? `; ${refused} refused` : ''),
  );
  if (ratio < goal || micros > mostMicros || more > mostMicrosMore) process.exitCode = 1;
}
