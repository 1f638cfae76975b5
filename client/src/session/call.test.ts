import { HttpResponse, delay } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApiError } from '#api/api-error.ts';
import { call } from './call.ts';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';

fakeApi();

const body = {
  total_loan_amount: '1000',
  duration_months: '2',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
} as const;

const calculate = (signal?: AbortSignal) => call('calculatePrincipal', { body, signal });
const failure = (calling: Promise<unknown>) =>
  calling.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error as ApiError,
  );

describe('a call', () => {
  test('sends the body as JSON to the operation’s URL and returns the response', async () => {
    const received = respondTo('calculatePrincipal', () =>
      json({ msg: 'ok', data: { total_interest_paid: 7.51 } }),
    );
    expect(await calculate()).toEqual({ msg: 'ok', data: { total_interest_paid: 7.51 } });
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toEqual(body);
    expect(received[0]?.request.headers.get('content-type')).toBe('application/json');
    expect(new URL(received[0]!.request.url).pathname).toBe('/api/v1/finance/calculate-principal/');
  });

  test('puts parameters into the path, encoded', async () => {
    const received = respondTo('verifyEmail', () => json({ msg: 'Email verified successfully!' }));
    await call('verifyEmail', { params: { uid: 'a/b', token: 'c?d' } });
    expect(received[0]?.request.url).toMatch(/\/api\/user\/verify-email\/a%2Fb\/c%3Fd\/$/);
  });

  test('leaves the content type of a form to the browser, which adds its boundary', async () => {
    const received = respondTo('registerUser', () => json({ msg: 'ok' }));
    const form = new FormData();
    form.set('username', 'mata');
    await call('registerUser', { body: form });
    expect(received[0]?.request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  });

  test.each([200, 204])('returns an empty object for an empty response with status %i', async (status) => {
    respondTo('logout', () => new HttpResponse(null, { status }));
    expect(await call('logout', { body: { refresh_token: 'r' } })).toEqual({});
  });
});

describe('the message of a refused call', () => {
  const all = { msg: 'a msg', code: 'a_code', details: { field: ['why', 'and why'] }, error: 'an error' };

  test.each([
    ['msg first', all, 'a msg'],
    ['then code', { ...all, msg: undefined }, 'a_code'],
    ['then details, as one text', { details: all.details, error: all.error }, 'why and why'],
    ['then error', { error: all.error }, 'an error'],
    ['an empty msg is none', { msg: '', error: all.error }, 'an error'],
    ['else that an error occurred', {}, 'An error occurred.'],
    ['a list is no answer', ['a msg'], 'An error occurred.'],
  ])('%s', async (_, said, message) => {
    respondTo('calculatePrincipal', () => HttpResponse.json(said, { status: 400 }));
    expect(await failure(calculate())).toMatchObject({ name: 'ApiError', message, status: 400 });
  });

  test.each([
    ['nothing', ''],
    ['a page', '<html>Bad Gateway</html>'],
  ])('has a default message for a body that is %s, too', async (_, text) => {
    respondTo('calculatePrincipal', () => new HttpResponse(text, { status: 502 }));
    expect(await failure(calculate())).toMatchObject({ message: 'An error occurred.', status: 502 });
  });

  test('of a 401 announces the logout', async () => {
    respondTo('calculatePrincipal', () => refusal('token_not_valid', 'Token is invalid.'));
    expect(await failure(calculate())).toMatchObject({
      message: 'Unauthorized! Logging Out...',
      code: 'token_not_valid',
      status: 401,
    });
  });
});

test('comes with the code, the fields, the waiting time and the request id', async () => {
  respondTo('calculatePrincipal', () =>
    HttpResponse.json(
      { msg: 'Too many requests.', code: 'too_many_requests', details: { a: ['b'] } },
      { status: 429, headers: { 'retry-after': '17', 'x-request-id': 'req-1' } },
    ),
  );
  expect(await failure(calculate())).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    details: { a: ['b'] },
    retryAfterSeconds: 17,
    requestId: 'req-1',
  });
});

describe('a call without a response', () => {
  test('reports that the server cannot be reached, and what to do', async () => {
    respondTo('calculatePrincipal', () => HttpResponse.error());
    const error = await failure(calculate());
    expect(error).toMatchObject({ name: 'ApiError', status: 0, details: {} });
    expect(error.message).toBe('The server cannot be reached. Check your connection and try again.');
  });

  test('fails if a successful response cannot be read', async () => {
    respondTo('calculatePrincipal', () => new HttpResponse('<html></html>', { status: 200 }));
    expect(await failure(calculate())).toMatchObject({
      name: 'ApiError',
      status: 0,
      message: 'An unexpected error occurred.',
    });
  });
});

describe('an aborted call', () => {
  test('rejects with its AbortError while it waits', async () => {
    respondTo('calculatePrincipal', async () => {
      await delay('infinite');
      return json({});
    });
    const controller = new AbortController();
    const calling = failure(calculate(controller.signal));
    controller.abort();
    expect((await calling).name).toBe('AbortError');
  });

  test('rejects with its AbortError if it was aborted before', async () => {
    expect((await failure(calculate(AbortSignal.abort()))).name).toBe('AbortError');
  });
});
