import { type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { type OperationName, operations } from 'contract/operations.ts';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The requests of the layout, which most tests are not about. */
const frame = [
  http.get(`*${operations.getSite.url}`, () => new HttpResponse(null, { status: 503 })),
  http.get(`*${operations.listNotifications.url}`, () => json({ unread: 0, data: [], page: 1 })),
  http.get(`*${operations.listFriendRequests.url}`, () =>
    json({ received_requests: [], sent_requests: [], friends: [] }),
  ),
];
const server = setupServer(...frame);

/** For tests: a server with the test's responses, which fails any other call. */
export function fakeApi(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** The received calls of one operation, in order. */
export type Received = { request: Request; body: unknown }[];

/** Sets the response of an operation from now on; `respond` also gets the number of previous calls. */
export function respondTo(
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

export function json(body: object): Response {
  return HttpResponse.json(body as Record<string, unknown>);
}

export function refusal(code: ErrorCode, msg: string, headers: Record<string, string> = {}): Response {
  return HttpResponse.json({ msg, code, request_id: 'r' }, { status: errorStatuses[code], headers });
}

export const bearerOf = ({ request }: { request: Request }) => request.headers.get('authorization');

/** Delays a response until it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let resolve: (() => void) | undefined;
  const opened = new Promise<void>((done) => {
    resolve = done;
  });
  return { opened, open: () => resolve?.() };
}
