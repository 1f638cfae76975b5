import { type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { type OperationName, operations } from 'contract/operations.ts';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The default responses to the requests of the layout, and of the line below a loan. */
const layoutHandlers = [
  http.get(`*${operations.listDatasets.url}`, () => json({ data: [] })),
  http.get(`*${operations.listLoans.url}`, () => json({ data: [], invitations: [] })),
  http.get(`*${operations.listOwnFlags.url}`, () => json({ data: [], totalFlag: 0 })),
  http.post(`*${operations.listFlags.url}`, () => json({ data: [], totalFlag: 0, numOfPages: 0, page: 1 })),
  http.get(`*${operations.getSite.url}`, () => new HttpResponse(null, { status: 503 })),
  http.get(`*${operations.listNotifications.url}`, () => json({ unread: 0, data: [], page: 1 })),
  http.get(`*${operations.listFriendRequests.url}`, () =>
    json({ received_requests: [], sent_requests: [], friends: [] }),
  ),
];
const server = setupServer(...layoutHandlers);

/** A server with the responses that a test sets. Any other request fails the test. */
export function fakeApi(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** The received requests of one operation, in order. */
export type ReceivedRequests = { request: Request; body: unknown }[];

/** Sets the response of an operation. `respond` also receives the number of previous requests. */
export function respondTo(
  name: OperationName,
  respond: (call: ReceivedRequests[number] & { index: number }) => Response | Promise<Response>,
): ReceivedRequests {
  const requests: ReceivedRequests = [];
  const { method, url } = operations[name];
  const createHandler = http[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'];
  server.use(
    createHandler(`*${url}`, async ({ request }) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null);
      const call = { request, body };
      requests.push(call);
      return respond({ ...call, index: requests.length - 1 });
    }),
  );
  return requests;
}

export function json(body: object): Response {
  return HttpResponse.json(body as Record<string, unknown>);
}

export function refusal(code: ErrorCode, msg: string, headers: Record<string, string> = {}): Response {
  return HttpResponse.json({ msg, code, request_id: 'r' }, { status: errorStatuses[code], headers });
}

export const bearerOf = ({ request }: { request: Request }) => request.headers.get('authorization');

/** Delays a response until `open` is called. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  let openGate: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { opened, open: () => openGate?.() };
}
