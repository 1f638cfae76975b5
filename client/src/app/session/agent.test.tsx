import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, gate, json, refusal } from '#test/fake-api.ts';
import { elsewhere, renderRoutes } from '#test/render-at.tsx';
import { FakeUnsavedForm } from '#test/fake-unsaved-form.tsx';
import { agent, signedIn, storedTexts } from '#test/fake-session.ts';
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

function start(beside?: ReactNode) {
  signedIn();
  const element = (
    <>
      <Header />
      {beside}
    </>
  );
  const about = { path: '/about', element };
  renderRoutes([about, elsewhere], '/about');
}

const button = () => screen.getByRole('button', { name: 'TERMINATE SESSION' });
const terminate = () => userEvent.click(button());

describe('TERMINATE SESSION', () => {
  test.each([
    ['204', () => new HttpResponse(null, { status: 204 })],
    ['200', () => json({ msg: 'Logged out' })],
  ])('posts the refresh token and, on %s, clears the session and leads to the start', async (_, ended) => {
    const logouts = respondTo('logout', ended);
    storeLogoutTime(Date.now() + 60_000);
    start();
    localStorage.setItem('theme', 'high-contrast');
    await terminate();
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
    expect(logouts.map(({ body }) => body)).toEqual([{ refresh_token: 'refresh-1' }]);
    expect(storedTexts()).toEqual({ theme: 'high-contrast' });
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Logged out successfully');
  });

  test('without a connection ends the session here at once, and the server’s once it is reached', async () => {
    respondTo('logout', () => HttpResponse.error());
    respondTo('getUser', () => json({ ...agent, last_login_time: null }));
    signedIn();
    const about = { path: '/about', element: <Header /> };
    const root = { element: <RootWithWatch />, children: [about, elsewhere] };
    renderRoutes([root], '/about');
    await userEvent.click(await screen.findByRole('button', { name: 'TERMINATE SESSION' }));
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
    expect(readSession()).toBeNull();
    // The access token is dropped; the refresh token waits for the server.
    expect(storedTexts()).toEqual({ unsentLogouts: '[{"refresh":"refresh-1"}]' });
    expect(toast.warn).toHaveBeenCalledExactlyOnceWith(
      "You are signed out in this browser. It keeps the session's refresh token until the server can be reached to end the session.",
    );
    expect(toast.error).not.toHaveBeenCalled();
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(storedTexts()).toEqual({});
    });
    expect(logouts[0]?.body).toEqual({ refresh_token: 'refresh-1' });
    expect(logouts[0]?.request.headers.has('authorization')).toBe(false);
  });

  test('of a network that never answers counts as one without a connection', async () => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const logouts = respondTo('logout', () => new Promise<never>(() => {}));
    start();
    await terminate();
    await waitFor(() => expect(logouts).toHaveLength(1));
    limit.abort(new DOMException('', 'TimeoutError'));
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
    expect(storedTexts()).toEqual({ unsentLogouts: '[{"refresh":"refresh-1"}]' });
  });

  test('keeps the session on a refusal, says so, and can be pressed again', async () => {
    const logouts = respondTo('logout', () =>
      refusal('internal_error', 'Something went wrong. Please try again.'),
    );
    start();
    await terminate();
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith('An logout error occurred.'));
    expect(readSession()).not.toBeNull();
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'));
    await terminate();
    await waitFor(() => expect(logouts).toHaveLength(2));
  });

  test('asks first if a form on the page has unsaved changes', async () => {
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    start(<FakeUnsavedForm />);
    await terminate();
    const question = await screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(logouts).toHaveLength(0);
    await terminate();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
  });

  test('is sent once, however often it is pressed meanwhile', async () => {
    const held = gate();
    const logouts = respondTo('logout', async () => {
      await held.opened;
      return new HttpResponse(null, { status: 204 });
    });
    start();
    await terminate();
    await waitFor(() => expect(logouts).toHaveLength(1));
    await terminate();
    held.open();
    await screen.findByText('arrived at /');
    expect(logouts).toHaveLength(1);
  });
});
