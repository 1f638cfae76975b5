/**
 * Counts how many cells of the shared cases a calculator gets right that answers the requests of this project's API.
 *
 *     npx tsx engine/conformance/run.ts https://example.org
 *
 * Prints a line for each kind of calculation, and each wrong cell of at most ten cases. Ends with code 1 if a cell is
 * wrong.
 */
import { conformanceCases, isRight } from './cases.ts';

const mostPrinted = 10;

const [base] = process.argv.slice(2);
if (!base || !URL.canParse(base)) {
  console.error('Usage: npx tsx engine/conformance/run.ts URL');
  process.exit(2);
}

const counts = new Map<string, { right: number; cells: number }>();
let printed = 0;
for (const { id, route, url, request, cells } of conformanceCases) {
  const results = cells(await dataOf(new URL(url, base), request));
  const wrong = results.filter((cell) => !isRight(cell));
  const count = counts.get(route) ?? { right: 0, cells: 0 };
  counts.set(route, {
    right: count.right + results.length - wrong.length,
    cells: count.cells + results.length,
  });
  if (wrong.length === 0 || printed++ >= mostPrinted) continue;
  for (const { path, expected, actual } of wrong) {
    console.log(`${id} ${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

for (const [route, { right, cells }] of counts) console.log(`${route}: ${right} of ${cells} cells right`);
const total = [...counts.values()].reduce((sum, { right, cells }) => sum + cells - right, 0);
console.log(total === 0 ? 'Every cell is right.' : `${total} cells are wrong.`);
process.exitCode = total === 0 ? 0 : 1;

/** Undefined if the request fails, so that all cells of the case are wrong. */
async function dataOf(url: URL, request: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(30_000),
    });
    return ((await response.json()) as { data?: unknown }).data;
  } catch (error) {
    console.log(`${url.pathname}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
