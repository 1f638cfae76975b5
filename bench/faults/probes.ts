/** Calls on a fixed schedule, regardless of earlier responses, so that a hanging server is noticed. */
import { operations } from 'contract/operations.ts';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { type ApiResponse, call, callAsGuest, isRefusal, type Person } from './people.ts';
import type { Server } from './server.ts';

export interface Observation {
  kind: string;
  /** Whether the call needs no database. */
  isFree: boolean;
  startedAt: number;
  ms: number;
  status: number;
  /** Whether status and content are right for a working server, or for one that answers 503. */
  isRight: boolean;
  response: ApiResponse | undefined;
}

interface Probe {
  everyMs: number;
  isFree?: boolean;
  send: (person: Person) => Promise<ApiResponse>;
  isRight: (response: ApiResponse, person: Person) => boolean;
}

const loan = {
  total_loan_amount: '250000',
  duration_months: '24',
  annual_interest_rate: '5.5',
  compounding_frequency: 'monthly',
};

/** A `pace` of 2 calls half as often. */
export function startProbes(server: Server, people: Person[], admin: Person, pace = 1) {
  const { method, url } = operations.searchUsers;
  const search = { method, url: `${url}?query=${admin.username}` };
  const probes: Record<string, Probe> = {
    health: {
      everyMs: 50,
      isFree: true,
      send: () => callAsGuest(server, operations.getHealth),
      isRight: ({ body }) => body.status === 'ok',
    },
    loan: {
      everyMs: 50,
      isFree: true,
      send: () => callAsGuest(server, operations.calculatePrincipal, { body: loan }),
      isRight: ({ body }) => JSON.stringify(body) === expectedLoan,
    },
    readiness: {
      everyMs: 100,
      send: () => callAsGuest(server, operations.getReadiness),
      isRight: ({ status, body }) => body.status === (status === 200 ? 'ok' : 'unavailable'),
    },
    'own record': {
      everyMs: 25,
      send: (person) => call(server, person, operations.getUser, { id: person.id }),
      isRight: ({ body }, { id }) => body.id === id,
    },
    'friend list': {
      everyMs: 50,
      send: (person) => call(server, person, operations.listFriendRequests),
      isRight: ({ body }) => Array.isArray(body.sent_requests) && Array.isArray(body.friends),
    },
    search: {
      everyMs: 100,
      send: (person) => call(server, person, search),
      isRight: ({ body }) => (body.data ?? []).some(({ id }) => id === admin.id),
    },
    'list of users': {
      everyMs: 250,
      send: () => call(server, admin, operations.listUsers),
      isRight: ({ body }) => (body.data ?? []).length > 0,
    },
    'sign-in': {
      everyMs: 500,
      send: ({ username }) =>
        callAsGuest(server, operations.login, {
          body: { username_or_email: username, password: demoPassword },
        }),
      isRight: ({ body }, { id }) => body.user?.id === id,
    },
  };
  let expectedLoan = '';
  let turn = 0;
  const observations: Observation[] = [];
  const pending = new Set<Promise<void>>();

  const observe = async (kind: string, { send: sendOne, isRight, isFree = false }: Probe) => {
    const person = people[turn++ % people.length] ?? admin;
    const startedAt = performance.now();
    const response = await sendOne(person).catch(() => undefined);
    const ms = performance.now() - startedAt;
    const status = response?.status ?? 0;
    const isWaiting = response !== undefined && kind !== 'readiness' && isRefusal(response);
    const isExpected =
      response !== undefined && (isWaiting || ([200, 503].includes(status) && isRight(response, person)));
    observations.push({ kind, isFree, startedAt, ms, status, isRight: isExpected, response });
  };
  const timers: NodeJS.Timeout[] = [];
  return {
    observations,
    start: async () => {
      const { status, body } = await callAsGuest(server, operations.calculatePrincipal, { body: loan });
      if (status !== 200) throw new Error(`The loan was answered ${status} ${body.msg}`);
      expectedLoan = JSON.stringify(body);
      for (const [kind, probe] of Object.entries(probes)) {
        const begin = () => {
          const done = observe(kind, probe).finally(() => pending.delete(done));
          pending.add(done);
        };
        timers.push(setInterval(begin, probe.everyMs * pace));
      }
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(pending);
    },
  };
}
