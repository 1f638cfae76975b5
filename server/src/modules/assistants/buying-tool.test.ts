import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();

async function textOf(input: object): Promise<string> {
  const { body } = await test.app.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'calculate_buying', arguments: input },
    },
  });
  const { result } = JSON.parse(/^data: (.*)$/m.exec(body)![1]!) as {
    result: { content: [{ text: string }] };
  };
  return result.content[0].text;
}

it('reports that the duty is provisional, of a price and of the largest one', async () => {
  const terms = { place: 'nsw', savings: 160_000, contract_date: '2027-08-01' };
  for (const price of [650_000, undefined]) {
    expect(await textOf({ ...terms, price })).toContain('The duty is provisional');
  }
  expect(await textOf({ ...terms, contract_date: '2026-11-28' })).not.toContain('provisional');
});
