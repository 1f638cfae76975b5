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
  /** The address of the other process. */
  origin: () => string;
}

/**
 * The test app, and the real server in a process of its own, on one database and data folder and with one secret.
 * What one of them keeps in its memory the other cannot know. Jobs run in the other only.
 */
export function useTwoServers(environment: Record<string, string> = {}): TwoServers {
  // Those of the other process: each would take the hashes of other settings for outdated.
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

/** `count` calls, in turns at each of the two and all at once. */
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
