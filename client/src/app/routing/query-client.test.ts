import { onlineManager, QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { accessToken, signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import { call } from '#session/call.ts';
import { readSession, renewSession } from '#session/session.ts';
import { queryClient } from './query-client.ts';

fakeApi();

const key = ['getUser', '1'];
const queryFn = () => call('getUser', { params: { id: '1' } });

/** The result of a screen's query after its retries. */
function finalResult(): Promise<QueryObserverResult> {
  const observer = new QueryObserver(queryClient, { queryKey: key, queryFn, retryDelay: 0 });
  return new Promise((resolve) => {
    observer.subscribe((result) => {
      if (!result.isPending) resolve(result);
    });
  });
}

beforeEach(() => queryClient.clear());

test('a sign-out, also in another tab, clears the cached data of the user', () => {
  signInUser();
  queryClient.setQueryData(key, 'private');
  signOutInAnotherTab();
  expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('another session clears the cached data of the previous session', () => {
  signInUser({ refresh: 'one' });
  queryClient.setQueryData(key, 'private');
  signInUser({ refresh: 'two' });
  expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('a renewed access token keeps the cached data', () => {
  signInUser();
  queryClient.setQueryData(key, 'private');
  renewSession(readSession()!, 'renewed', Date.now());
  expect(queryClient.getQueryData(key)).toBe('private');
});

test('does not retry a query after a 4xx response', async () => {
  const calls = respondTo('getUser', () => refusal('not_found', 'Not found'));
  expect(await finalResult()).toMatchObject({ error: { message: 'Not found' } });
  expect(calls).toHaveLength(1);
});

test('reads once more what a limit refuses for a few seconds, and not what it refuses for longer', async () => {
  for (const [seconds, calls] of [
    ['0', 2],
    ['60', 1],
  ] as const) {
    queryClient.clear();
    const reads = respondTo('getUser', () =>
      refusal('too_many_requests', 'Later', { 'retry-after': seconds }),
    );
    expect(await finalResult()).toMatchObject({ isError: true });
    expect(reads).toHaveLength(calls);
  }
});

test('retries a query after a 5xx response', async () => {
  const calls = respondTo('getUser', ({ index }) =>
    index < 2 ? refusal('unavailable', 'Busy') : json({ id: '1' }),
  );
  expect(await finalResult()).toMatchObject({ data: { id: '1' } });
  expect(calls).toHaveLength(3);
});

test('a query fails while the browser is offline instead of pausing, and is refetched when the connection returns', async () => {
  onTestFinished(() => {
    onlineManager.setOnline(true);
    queryClient.unmount();
  });
  queryClient.mount();
  onlineManager.setOnline(false);
  respondTo('getUser', ({ index }) => (index < 3 ? Response.error() : json({ id: '1' })));
  expect(await finalResult()).toMatchObject({ isError: true });
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.getQueryData(key)).toEqual({ id: '1' }));
});

test('a query that waits for a new access token is sent once', async () => {
  respondTo('refreshAccessToken', () => json({ access: accessToken('renewed') }));
  const calls = respondTo('getUser', () => json({ id: '1' }));
  signInUser({ access: accessToken('expired', 300, 0) });
  expect(await finalResult()).toMatchObject({ data: { id: '1' } });
  expect(calls).toHaveLength(1);
});
