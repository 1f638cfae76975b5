import { count } from 'contract/counts.ts';
import type { Manifest } from './manifest.ts';

const everyMs = 5_000;

/** Call it with the number of processed rows of a table. It prints a line every 5 seconds. */
export type Progress = (rows: number) => void;

export function beginProgress(print: (line: string) => void, what: string): Progress {
  let printedAt = performance.now();
  return (rows) => {
    if (performance.now() - printedAt < everyMs) return;
    printedAt = performance.now();
    print(`${what}: ${count(rows, 'row')} so far`);
  };
}

/** The last line that a backup and a restore print. */
export function summarize(
  { tables, jobs, files }: Pick<Manifest, 'tables' | 'jobs' | 'files'>,
  bytes: number,
  startedAt: number,
): string {
  const all = Object.values(tables);
  const rows = all.reduce((sum, table) => sum + table.rows, 0);
  const images = `${count(files.count, 'image')}${files.included ? '' : ' that it does not contain'}`;
  const missing =
    files.missing.length > 0 ? `; ${count(files.missing.length, 'image')} had just been replaced` : '';
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return (
    `${count(rows, 'row')} in ${count(all.length, 'table')}, ${images}, ${count(jobs, 'job')}, ` +
    `${count(bytes, 'byte')}, ${seconds} s${missing}.`
  );
}
