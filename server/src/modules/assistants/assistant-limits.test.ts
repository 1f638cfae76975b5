import { rateLimits } from 'contract/limits.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '0.02' });

const call = (remoteAddress: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/mcp',
    remoteAddress,
    headers: { accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });

it('a flood from one address reaches no tool after the limit, and another address is served', async () => {
  const most = Math.ceil(rateLimits.assistant.max * 0.02);
  for (let n = 0; n < most; n++) expect((await call('203.0.113.1')).statusCode).toBe(200);
  const refused = await call('203.0.113.1');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  expect((await call('203.0.113.2')).statusCode).toBe(200);
});
