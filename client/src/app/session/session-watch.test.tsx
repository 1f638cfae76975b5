import { act, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { queryClient } from '#app/routing/query-client.ts';
import { elsewhere, renderRoutes } from '#test/render-at.tsx';
import { accessToken, agent, signedIn, signedOutElsewhere, storedTexts } from '#test/fake-session.ts';
import { readLogoutTime, readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SessionWatch } from './session-watch.tsx';

fakeApi();
beforeEach(() => {
  queryClient.clear();
});

function start() {
  const about = { path: '/about', element: <p>about page</p> };
  const root = {
    element: (
      <>
        <SessionWatch />
        <Outlet />
      </>
    ),
    children: [about, elsewhere],
  };
  renderRoutes([root], '/about?part=2', { queries: queryClient });
}

const record = () => json({ ...agent, last_login_time: new Date().toISOString() });

test('a 401 signs out with See you! and leads to the login with the way back, keeping the theme', async () => {
  respondTo('getUser', () => refusal('token_not_valid', 'over'));
  localStorage.setItem('theme', 'high-contrast');
  signedIn();
  start();
  expect(await screen.findByText('arrived at /login from /about?part=2')).toBeInTheDocument();
  expect(storedTexts()).toEqual({ theme: 'high-contrast' });
  expect(toast.info).toHaveBeenCalledExactlyOnceWith('See you!');
  expect(toast.error).not.toHaveBeenCalled();
});

test.each(['validation_failed', 'token_not_valid'] as const)(
  'a refresh refused with %s leads to the login',
  async (code) => {
    respondTo('refreshAccessToken', () => refusal(code, 'over'));
    signedIn({ access: accessToken('expired', 300, 0) });
    start();
    expect(await screen.findByText(/arrived at \/login/)).toBeInTheDocument();
    expect(readSession()).toBeNull();
  },
);

test('a sign-out in another tab signs this one out, where it is', async () => {
  respondTo('getUser', record);
  signedIn();
  start();
  await waitFor(() => expect(readLogoutTime()).not.toBeNull());
  act(() => signedOutElsewhere());
  expect(screen.getByText('about page')).toBeInTheDocument();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('a visitor asks the server for nothing', () => {
  start();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('a sign-in, here or in another tab, starts the timer', async () => {
  const calls = respondTo('getUser', record);
  start();
  act(() => void signedIn());
  await waitFor(() => expect(readLogoutTime()).not.toBeNull());
  act(() => void signedIn({ refresh: 'next' }));
  await waitFor(() => expect(calls).toHaveLength(2));
});
