import { act, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Outlet } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { createGate, respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { queryClient } from '#app/routing/query-client.ts';
import { NotMeScreen } from '#features/accounts/email-links/undo-screens.tsx';
import { catchAllRoute, press, renderRoutes } from '#test/render-at.tsx';
import {
  accessToken,
  sessionUser,
  signInUser,
  signOutInAnotherTab,
  localStorageEntries,
} from '#test/fake-session.ts';
import { readLogoutTime, readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SessionWatch } from './session-watch.tsx';

fakeApi();
beforeEach(() => {
  queryClient.clear();
});

const WatchedPage = () => (
  <>
    <SessionWatch />
    <Outlet />
  </>
);

function open(path: string, Component: ComponentType, url = path) {
  const root = { element: <WatchedPage />, children: [{ path, Component }, catchAllRoute] };
  renderRoutes([root], url, { queries: queryClient });
}

const openAbout = () => open('/about', () => <p>about page</p>, '/about?part=2');

const respondWithUser = () => json({ ...sessionUser, last_login_time: new Date().toISOString() });

test('a 401 ends the session with the message See you!, and keeps the theme and a page that guests may open', async () => {
  respondTo('getUser', () => refusal('token_not_valid', 'over'));
  localStorage.setItem('theme', 'high-contrast');
  signInUser();
  openAbout();
  await waitFor(() => expect(toast.info).toHaveBeenCalledExactlyOnceWith('See you!'));
  expect(localStorageEntries()).toEqual({ theme: 'high-contrast' });
  expect(screen.getByText('about page')).toBeInTheDocument();
  expect(toast.error).not.toHaveBeenCalled();
});

test.each(['validation_failed', 'token_not_valid'] as const)(
  'a refresh that fails with %s ends the session, and keeps a page that guests may open',
  async (code) => {
    respondTo('refreshAccessToken', () => refusal(code, 'over'));
    signInUser({ access: accessToken('expired', 300, 0) });
    openAbout();
    await waitFor(() => expect(toast.info).toHaveBeenCalledExactlyOnceWith('See you!'));
    expect(readSession()).toBeNull();
    expect(screen.getByText('about page')).toBeInTheDocument();
  },
);

test('a sign-out in another tab ends the session of this tab without a navigation', async () => {
  respondTo('getUser', respondWithUser);
  signInUser();
  openAbout();
  await waitFor(() => expect(readLogoutTime()).not.toBeNull());
  act(() => signOutInAnotherTab());
  expect(screen.getByText('about page')).toBeInTheDocument();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('a change that ends all sessions signs out, even if the user was being requested for the first time', async () => {
  const gate = createGate();
  const calls = respondTo('getUser', async ({ index }) => {
    if (index > 0) return refusal('token_not_valid', 'over');
    await gate.opened;
    return respondWithUser();
  });
  respondTo('disownSecondFactor', () => json({ msg: 'removed' }));
  signInUser();
  open('/not-me/:uid/:token', NotMeScreen, '/not-me/u/t');
  await waitFor(() => expect(calls).toHaveLength(1));
  await press('This was not me');
  gate.open();
  await waitFor(() => expect(toast.info).toHaveBeenCalledExactlyOnceWith('See you!'));
  expect(readSession()).toBeNull();
});

test('a guest sends no request', () => {
  openAbout();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('a sign-in in this or another tab starts the timer', async () => {
  const calls = respondTo('getUser', respondWithUser);
  openAbout();
  act(() => void signInUser());
  await waitFor(() => expect(readLogoutTime()).not.toBeNull());
  act(() => void signInUser({ refresh: 'next' }));
  await waitFor(() => expect(calls).toHaveLength(2));
});
