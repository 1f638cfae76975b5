import { rateLimits } from 'contract/limits.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '0.02' });

const send = (remoteAddress: string, message: object) =>
  test.app.inject({
    method: 'POST',
    url: '/api/mcp',
    remoteAddress,
    headers: { accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, ...message },
  });

const ping = (remoteAddress: string) => send(remoteAddress, { method: 'ping' });

it('a flood from one IP address reaches no tool above the limit, and another IP address is served', async () => {
  const most = Math.ceil(rateLimits.assistant.max * 0.02);
  for (let n = 0; n < most; n++) expect((await ping('203.0.113.1')).statusCode).toBe(200);
  const refused = await ping('203.0.113.1');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  expect((await ping('203.0.113.2')).statusCode).toBe(200);
});

it('long computations are refused like over HTTP, by an error of the tool', async () => {
  const scenario = {
    total_loan_amount: 500_000,
    duration_months: 600,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly',
    payment_frequency: 'weekly',
  };
  const params = { name: 'calculate_scenario', arguments: scenario };
  const call = () => send('203.0.113.3', { method: 'tools/call', params });
  await call();
  const { body } = await call();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(body)![1]!);
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'too_many_requests' } });
});
