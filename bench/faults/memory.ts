/** What Linux tells of a process and its connections. */
import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

/** Resident memory, in megabytes. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** The most that a process holds until `stop`, looked at often. */
export function watchMemory(pid: number): { stop: () => number } {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 20);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(peak, residentMegabytes(pid));
    },
  };
}

const established = '01';

/** The ports from which somebody is connected to a port of 127.0.0.1. */
export function connectedPorts(port: number): Set<number> {
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  const ports = lines.flatMap((line) => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    const [here, there] = [local, remote].map((address) => parseInt(address.split(':')[1] ?? '', 16));
    return here === port && state === established ? [there ?? 0] : [];
  });
  return new Set(ports);
}
