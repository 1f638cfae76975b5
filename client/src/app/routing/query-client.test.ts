import { onlineManager, QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { accessToken, signedIn, signedOutElsewhere } from '#test/fake-session.ts';
import { call } from '#session/call.ts';
import { readSession, renewSession } from '#session/session.ts';
import { queryClient } from './query-client.ts';

fakeApi();

const key = ['getUser', '1'];
const queryFn = () => call('getUser', { params: { id: '1' } });

/** What a screen's query comes to in the end. */
function outcome(): Promise<QueryObserverResult> {
  const observer = new QueryObserver(queryClient, { queryKey: key, queryFn, retryDelay: 0 });
  return new Promise((resolve) => {
    observer.subscribe((result) => {
      if (!result.isPending) resolve(result);
    });
  });
}

beforeEach(() => queryClient.clear());

test('the data of one user is removed from memory when they sign out, also in another tab', () => {
  signedIn();
  queryClient.setQueryData(key, 'private');
  signedOutElsewhere();
  expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('the data of one user is removed from memory when another session replaces theirs', () => {
  signedIn({ refresh: 'one' });
  queryClient.setQueryData(key, 'private');
  signedIn({ refresh: 'two' });
  expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('a renewed access token forgets nothing', () => {
  signedIn();
  queryClient.setQueryData(key, 'private');
  renewSession(readSession()!, 'renewed', Date.now());
  expect(queryClient.getQueryData(key)).toBe('private');
});

test('a refused query is not repeated', async () => {
  const calls = respondTo('getUser', () => refusal('not_found', 'Not found'));
  expect(await outcome()).toMatchObject({ error: { message: 'Not found' } });
  expect(calls).toHaveLength(1);
});

test('a query that the server could not answer is repeated', async () => {
  const calls = respondTo('getUser', ({ index }) =>
    index < 2 ? refusal('unavailable', 'Busy') : json({ id: '1' }),
  );
  expect(await outcome()).toMatchObject({ data: { id: '1' } });
  expect(calls).toHaveLength(3);
});

test('without a network a query fails instead of waiting for one, and is made again when there is one', async () => {
  onTestFinished(() => {
    onlineManager.setOnline(true);
    queryClient.unmount();
  });
  queryClient.mount();
  onlineManager.setOnline(false);
  respondTo('getUser', ({ index }) => (index < 3 ? Response.error() : json({ id: '1' })));
  expect(await outcome()).toMatchObject({ isError: true });
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.getQueryData(key)).toEqual({ id: '1' }));
});

test('the renewal of the session that a query waited for does not repeat it', async () => {
  respondTo('refreshAccessToken', () => json({ access: accessToken('renewed') }));
  const calls = respondTo('getUser', () => json({ id: '1' }));
  signedIn({ access: accessToken('expired', 300, 0) });
  expect(await outcome()).toMatchObject({ data: { id: '1' } });
  expect(calls).toHaveLength(1);
});
