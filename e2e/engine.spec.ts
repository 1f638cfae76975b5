import { build } from 'esbuild';
import { conformanceCases, isRight } from '../engine/conformance/cases.ts';
import { expect, test } from './fixtures.ts';

/** The engine with the schemas of the contract, as a script that defines `calculate`. */
async function bundleEngine(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { calculator } from './engine/test/calculators.ts';
        import taxRules from './content/tax-rules.json';
        import buyingRules from './content/buying-rules.json';
        import indexation from './content/study-loan-indexation.json';
        import cashRate from './content/datasets/rba-cash-rate-changes/data.json';
        globalThis.calculate = calculator({ taxRules, buyingRules, indexation, cashRate });`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    bundle: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]!.text;
}

test('the engine gets every cell of the shared cases right in this browser, as the API does', async ({
  page,
  request,
}) => {
  await page.goto('about:blank');
  await page.evaluate(await bundleEngine());
  for (const { id, url, request: body, cells } of conformanceCases) {
    const data: unknown = await page.evaluate(
      ([path, terms]) =>
        (globalThis as unknown as { calculate: (path: string, terms: object) => unknown }).calculate(
          path,
          terms,
        ),
      [url, body] as const,
    );
    expect(
      cells(data).filter((cell) => !isRight(cell)),
      id,
    ).toEqual([]);
    const response = await request.post(url, { data: body });
    expect(JSON.stringify(data), id).toBe(JSON.stringify((await response.json()).data));
  }
});
