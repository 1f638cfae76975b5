import { readFileSync } from 'node:fs';
import { calculationMethod } from 'contract/calculations/method.ts';
import { operations } from 'contract/operations.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { conformanceCases } from 'engine/conformance/cases.ts';
import { goldenDigests } from '#test/golden-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const path = new URL(`golden/method-${calculationMethod}.json`, import.meta.url);
const golden = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;

/**
 * If a rule of the engine changes a figure, increase `calculationMethod` and add a new file with the hashes that this test
 * prints. Files of older methods never change. A corrected figure of the law is data: it only changes the hashes of its
 * income years.
 */
it('every shared case has the expected response with the current method', async () => {
  const digests = await goldenDigests(async (url, payload) => {
    const answer = await test.app.inject({ method: 'POST', url, payload });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  });
  expect(digests).toEqual(golden);
});

const toolNames: Record<string, string> = {
  [operations.calculatePrincipal.url]: 'calculate_principal',
  [operations.calculateScenario.url]: 'calculate_scenario',
  [operations.stressScenario.url]: 'stress_scenario',
  [operations.solveLoan.url]: 'solve_loan',
  [operations.calculateSavings.url]: 'calculate_savings',
  [operations.switchLoan.url]: 'switch_loan',
  [operations.calculateTakeHomePay.url]: 'calculate_take_home_pay',
};
const withoutRows = new Set(['stress_scenario', 'calculate_take_home_pay']);

it('assistants get the same figures from every calculation that is a tool', async () => {
  const cases = conformanceCases.filter(({ url }) => url in toolNames);
  const digests = await goldenDigests(async (url, body) => {
    const name = toolNames[url]!;
    const rows = withoutRows.has(name) ? {} : { include_rows: true };
    const params = { name, arguments: { ...body, ...rows } };
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    return JSON.parse(/^data: (.*)$/m.exec(answer.body)![1]!).result.structuredContent;
  }, cases);
  expect(digests).toEqual(Object.fromEntries(cases.map(({ id }) => [id, golden[id]])));
});
