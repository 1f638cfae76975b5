import { reportNone } from '../report.ts';

export type Cell = number | string | null;

interface Comparison<Terms> {
  /** The plural noun for the samples. */
  noun: string;
  count: number;
  sample: (count: number, seed: number) => Terms[];
  expected: (terms: Terms) => Cell[];
  actual: (terms: Terms) => Cell[];
}

const batch = 500;

/**
 * Compares an engine with its exact reference on random samples, cell by cell, and prints the differences. The first two
 * arguments of the process replace the count and the seed.
 */
export function compareCells<Terms>({
  noun,
  count: usual,
  sample,
  expected,
  actual,
}: Comparison<Terms>): void {
  const count = Number(process.argv[2] ?? usual);
  const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
  let compared = 0;
  let differing = 0;
  for (let done = 0; done < count; done += batch) {
    for (const terms of sample(Math.min(batch, count - done), seed + done)) {
      const [exact, cells] = [expected(terms), actual(terms)];
      const wrong = exact.filter((cell, index) => cell !== cells[index]).length;
      if (wrong > 0 || cells.length !== exact.length) {
        differing += Math.max(wrong, 1);
        console.log(`differs in ${wrong} of ${exact.length}: ${JSON.stringify(terms)}`);
      }
      compared += exact.length;
    }
  }
  reportNone(`of ${compared} figures and cells of ${count} ${noun} (seed ${seed}), different`, differing);
}
