import type { SessionUser } from 'contract/accounts.ts';
import { type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { type OperationName, operations } from 'contract/operations.ts';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Session } from './session.ts';

const server = setupServer();

/** For tests: a server that answers what the test says, and fails the test that calls anything else. */
export function fakeApi(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** What the fake server received of one operation, in order. */
export type Received = { request: Request; body: unknown }[];

/** Sets what an operation answers from now on; `respond` also gets how many calls came before. */
export function answer(
  name: OperationName,
  respond: (call: Received[number] & { index: number }) => Response | Promise<Response>,
): Received {
  const received: Received = [];
  const { method, url } = operations[name];
  const listen = http[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'];
  server.use(
    listen(`*${url}`, async ({ request }) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null);
      const call = { request, body };
      received.push(call);
      return respond({ ...call, index: received.length - 1 });
    }),
  );
  return received;
}

export const json = (body: object) => HttpResponse.json(body as Record<string, unknown>);

export function refusal(code: ErrorCode, msg: string, headers: Record<string, string> = {}): Response {
  return HttpResponse.json({ msg, code, request_id: 'r' }, { status: errorStatuses[code], headers });
}

export const bearerOf = ({ request }: { request: Request }) => request.headers.get('authorization');

/** A token that lasts `lifetimeSeconds` on the server's clock; `name` tells it from others. */
export function accessToken(name: string, lifetimeSeconds = 300, issuedAtMs = Date.now()): string {
  const iat = Math.floor(issuedAtMs / 1000);
  return ['e30', btoa(JSON.stringify({ iat, exp: iat + lifetimeSeconds, name })), 'sig'].join('.');
}

export const agent: SessionUser = {
  id: '01930a4e-7c00-7000-8000-000000000001',
  username: 'mata',
  email: 'mata@example.com',
  is_superuser: false,
  is_staff: false,
};

/** Signs in by what is stored, as another tab would have done. */
export function signedIn(session: Partial<Session> = {}): Session {
  const full = {
    user: agent,
    access: accessToken('first'),
    refresh: 'refresh-1',
    clockOffsetMs: 0,
    ...session,
  };
  localStorage.setItem('user', JSON.stringify(full));
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  return full;
}

/** All that the browser keeps, by key. */
export function storedTexts(): Record<string, string> {
  return Object.fromEntries(Object.entries(localStorage));
}

/** Keeps an answer back until it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let resolve: (() => void) | undefined;
  const opened = new Promise<void>((done) => {
    resolve = done;
  });
  return { opened, open: () => resolve?.() };
}

export function signedOutElsewhere(): void {
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
}
