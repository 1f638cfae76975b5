import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, gate, json, refusal } from '#test/fake-api.ts';
import { catchAllRoute, renderRoutes } from '#test/render-at.tsx';
import { FakeUnsavedForm } from '#test/fake-unsaved-form.tsx';
import { sessionUser, signInUser, localStorageEntries } from '#test/fake-session.ts';
import { readSession, storeLogoutTime, useSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Agent } from './agent.tsx';
import { SessionWatch } from './session-watch.tsx';

fakeApi();

function Header() {
  const session = useSession();
  return session ? <Agent session={session} /> : 'guest';
}

function RootWithWatch() {
  return (
    <>
      <SessionWatch />
      <Outlet />
    </>
  );
}

function openAbout(sibling?: ReactNode) {
  signInUser();
  const element = (
    <>
      <Header />
      {sibling}
    </>
  );
  const about = { path: '/about', element };
  renderRoutes([about, catchAllRoute], '/about');
}

const button = () => screen.getByRole('button', { name: 'TERMINATE SESSION' });
const terminate = () => userEvent.click(button());

describe('TERMINATE SESSION', () => {
  test.each([
    ['204', () => new HttpResponse(null, { status: 204 })],
    ['200', () => json({ msg: 'Logged out' })],
  ])(
    'sends the refresh token and, after a %s, clears the session and opens the start page',
    async (_, respond) => {
      const logouts = respondTo('logout', respond);
      storeLogoutTime(Date.now() + 60_000);
      openAbout();
      localStorage.setItem('theme', 'high-contrast');
      await terminate();
      expect(await screen.findByText('arrived at /')).toBeInTheDocument();
      expect(logouts.map(({ body }) => body)).toEqual([{ refresh_token: 'refresh-1' }]);
      expect(localStorageEntries()).toEqual({ theme: 'high-contrast' });
      expect(toast.success).toHaveBeenCalledExactlyOnceWith('Logged out successfully');
    },
  );

  test('ends the session in this browser while offline, and on the server when it can be reached', async () => {
    respondTo('logout', () => HttpResponse.error());
    respondTo('getUser', () => json({ ...sessionUser, last_login_time: null }));
    signInUser();
    const about = { path: '/about', element: <Header /> };
    const root = { element: <RootWithWatch />, children: [about, catchAllRoute] };
    renderRoutes([root], '/about');
    await userEvent.click(await screen.findByRole('button', { name: 'TERMINATE SESSION' }));
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
    expect(readSession()).toBeNull();
    // The access token is dropped; the refresh token waits for the server.
    expect(localStorageEntries()).toEqual({ unsentLogouts: '[{"refresh":"refresh-1"}]' });
    expect(toast.warn).toHaveBeenCalledExactlyOnceWith(
      "You are signed out in this browser. It keeps the session's refresh token until the server can be reached to end the session.",
    );
    expect(toast.error).not.toHaveBeenCalled();
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(localStorageEntries()).toEqual({});
    });
    expect(logouts[0]?.body).toEqual({ refresh_token: 'refresh-1' });
    expect(logouts[0]?.request.headers.has('authorization')).toBe(false);
  });

  test('treats a server that does not respond in time as unreachable', async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const logouts = respondTo('logout', () => new Promise<never>(() => {}));
    openAbout();
    await terminate();
    await waitFor(() => expect(logouts).toHaveLength(1));
    timeout.abort(new DOMException('', 'TimeoutError'));
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
    expect(localStorageEntries()).toEqual({ unsentLogouts: '[{"refresh":"refresh-1"}]' });
  });

  test('keeps the session after an error response, displays the error, and can be pressed again', async () => {
    const logouts = respondTo('logout', () =>
      refusal('internal_error', 'Something went wrong. Please try again.'),
    );
    openAbout();
    await terminate();
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith('An logout error occurred.'));
    expect(readSession()).not.toBeNull();
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'));
    await terminate();
    await waitFor(() => expect(logouts).toHaveLength(2));
  });

  test('asks for confirmation if a form on the page has unsaved changes', async () => {
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    openAbout(<FakeUnsavedForm />);
    await terminate();
    const dialog = await screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(logouts).toHaveLength(0);
    await terminate();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
  });

  test('sends one request if it is pressed again before the response', async () => {
    const responseGate = gate();
    const logouts = respondTo('logout', async () => {
      await responseGate.opened;
      return new HttpResponse(null, { status: 204 });
    });
    openAbout();
    await terminate();
    await waitFor(() => expect(logouts).toHaveLength(1));
    await terminate();
    responseGate.open();
    await screen.findByText('arrived at /');
    expect(logouts).toHaveLength(1);
  });
});
