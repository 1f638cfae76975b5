import { operations, type OperationName } from 'contract/operations.ts';
import { currentHashSettings } from '#auth/credentials/passwords.ts';
import type request from 'supertest';
import { afterAll, beforeAll } from 'vitest';
import { type TestApp, testSecret, useTestApp } from './app.ts';
import { callApi, callAt, type CallOptions } from './call.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type Call = (operation: OperationName, options?: CallOptions) => request.Test;

export interface TwoServers {
  test: TestApp;
  /** Calls the app of this process. */
  here: Call;
  /** Calls the server of another process. */
  there: Call;
  both: [Call, Call];
  /** The origin of the other process. */
  origin: () => string;
}

/**
 * The test app and the built server as a separate process, with the same database, data folder and secret. They do not
 * share memory. Only the separate process runs jobs.
 */
export function useTwoServers(environment: Record<string, string> = {}): TwoServers {
  // Uses the hash settings of the other process, because each process would count hashes with other settings as
  // outdated.
  const test = useTestApp(environment, currentHashSettings);
  const other: { server?: ServerProcess } = {};
  beforeAll(async () => {
    other.server = await startServerProcess({
      DATABASE_URL: test.database.url,
      DATA_DIR: test.config.dataDir,
      JWT_SECRET: testSecret,
      PUBLIC_URL: test.config.publicUrl,
      ...environment,
    });
  });
  afterAll(() => other.server?.kill());
  const here: Call = (operation, options) => callApi(test, operations[operation], options);
  const there: Call = (operation, options) => callAt(other.server?.url ?? '', operations[operation], options);
  return { test, here, there, both: [here, there], origin: () => other.server?.url ?? '' };
}

/** Makes `count` calls at once, alternately at both servers. */
export const spread = (
  { both }: TwoServers,
  count: number,
  call: (at: Call, index: number) => request.Test,
) => Promise.all(Array.from({ length: count }, (_, index) => call(both[index % 2 === 0 ? 0 : 1], index)));

export function countStatuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
