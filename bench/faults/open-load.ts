/** Requests on a fixed schedule, while something else happens to the server. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../median.ts';

export interface Action {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Milliseconds from the scheduled time of each request to the last byte of its response. */
  times: number[];
  /** The number of responses by status. Status 0 means no response. */
  statuses: Map<number, number>;
}

/**
 * Sends the actions in turn, `perSecond` of them on a fixed schedule, so that a slow response also counts for the
 * requests that were due meanwhile. Resolves after `until` and the last response.
 */
export async function runLoad(
  url: string,
  actions: Action[],
  { perSecond, until }: { perSecond: number; until: Promise<unknown> },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const load: Load = { times: [], statuses: new Map() };
  const pending: Promise<void>[] = [];
  const over = new AbortController();
  const end = until.finally(() => over.abort());
  const begin = performance.now();
  for (let sent = 0; !over.signal.aborted; sent++) {
    const due = begin + (sent * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await delay(early);
    const action = actions[sent % actions.length];
    if (!action) break;
    const count = (status: number) => {
      load.times.push(performance.now() - due);
      load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    };
    pending.push(
      send(url, action, agent).then(count, () => {
        count(0);
      }),
    );
  }
  await end;
  await Promise.all(pending);
  agent.destroy();
  return load;
}

function send(url: string, { method, path, headers, body }: Action, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { method, agent, headers: { ...headers } }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', reject);
      response.resume();
    })
      .on('error', reject)
      .end(body);
  });
}

export const p95 = ({ times }: Load) => percentile(times, 0.95);

/** The number of responses that were not a success. */
export const failures = ({ statuses }: Load) =>
  [...statuses].filter(([status]) => status < 200 || status > 299).map(([status, n]) => `${n} × ${status}`);
