/**
 * Two routes of one process in short turns. Judged by the process's CPU time a request, which bounds the requests a second
 * and which other work on the machine hardly touches; the requests a second of the turns stand beside it.
 */
import autocannon from 'autocannon';
import type { Measured } from './measured-process.ts';
import { median } from './median.ts';

const rounds = 7;
const warmUpSeconds = 3;
/** A loaded machine may keep a request waiting for longer than autocannon's 10 seconds. */
const timeoutSeconds = 60;

export type Load = Partial<autocannon.Options> & { url: string };

export interface Comparison {
  name: string;
  /** At least so much of the peer's speed. */
  goal?: number;
  /** At most so much CPU time for a request, in microseconds. */
  mostMicros?: number;
  /** At most so much CPU time more than the peer takes, in microseconds. */
  mostMicrosMore?: number;
  connections?: number;
  secondsPerTurn?: number;
  ours: Load;
  peer: Load;
}

interface Turn {
  rate: number;
  cpuMicros: number;
}

/** Prints the ratios, medians over neighbouring turns; the process ends with code 1 where one misses its goal. */
export async function compareRates(measured: Measured, comparison: Comparison): Promise<void> {
  const { name, goal = 0, mostMicros = Infinity, mostMicrosMore = Infinity, ours, peer } = comparison;
  const { connections = 20, secondsPerTurn = 1 } = comparison;
  let refused = 0;
  const take = async (load: Load, duration = secondsPerTurn): Promise<Turn> => {
    const before = await measured.cpuMicros();
    const result = await autocannon({ ...load, connections, duration, timeout: timeoutSeconds });
    const answered = result['2xx'] + result['3xx'];
    if (answered === 0) throw new Error(`${load.url} answered nothing of ${result.requests.total} requests.`);
    // A loaded machine is told so by some.
    refused += result.requests.total - answered;
    const cpuMicros = ((await measured.cpuMicros()) - before) / answered;
    return { rate: answered / result.duration, cpuMicros };
  };
  for (const load of [peer, ours]) await take(load, warmUpSeconds);
  const turns: { peer: Turn; ours: Turn }[] = [];
  for (let round = 0; round < rounds; round++) turns.push({ peer: await take(peer), ours: await take(ours) });
  const middle = (figure: (turn: (typeof turns)[number]) => number) => median(turns.map(figure));
  const ratio = middle((turn) => turn.peer.cpuMicros / turn.ours.cpuMicros);
  const micros = [middle((turn) => turn.ours.cpuMicros), middle((turn) => turn.peer.cpuMicros)] as const;
  const more = middle((turn) => turn.ours.cpuMicros - turn.peer.cpuMicros);
  const goals = [
    goal > 0 && `ratio ${goal}`,
    mostMicros < Infinity && `${mostMicros} µs`,
    mostMicrosMore < Infinity && `${mostMicrosMore} µs more`,
  ].filter(Boolean);
  const rates = [middle((turn) => turn.ours.rate), middle((turn) => turn.peer.rate)];
  console.log(
    `${name}: ${micros.map((figure) => figure.toFixed(0)).join(' against ')} µs of CPU, ratio ${ratio.toFixed(2)} (goal: ${goals.join(', ')}); ` +
      `${rates.map((figure) => figure.toFixed(0)).join(' against ')} req/s, ratio ${middle((turn) => turn.ours.rate / turn.peer.rate).toFixed(2)}` +
      (refused > 0 ? `; ${refused} refused` : ''),
  );
  if (ratio < goal || micros[0] > mostMicros || more > mostMicrosMore) process.exitCode = 1;
}
