import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { loadGuideText } from '#features/guides/guide-texts.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { accessToken, sessionUser, signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import { expireSession, readSession } from '#session/session.ts';
import { appRoutes } from './router.tsx';
import { routes } from './routes.ts';

vi.mock('#features/guides/guide-texts.ts', { spy: true });

fakeApi();
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});

const openAt = (path: string) => renderRoutes(appRoutes, path);

test('the login has no header, navigation bar or footer', async () => {
  openAt('/login');
  expect(await screen.findByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a navigation to another page scrolls to the top, and a change of the query keeps the scroll position', async () => {
  const { router } = openAt('/about');
  await screen.findByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' });
  const scroll = vi.spyOn(window, 'scrollTo').mockReset();
  await act(() => router.navigate('?page=2', { preventScrollReset: true }));
  expect(scroll).not.toHaveBeenCalled();
  await act(() => router.navigate('/'));
  expect(scroll).toHaveBeenCalledWith(0, 0);
});

const staffOperations = [
  'getReadiness',
  'listUsers',
  'getUserOverview',
  'listIpRecords',
  'listLogRecords',
  'listNotices',
] as const;

test('each page of the staff area is for staff or superusers', () => {
  const staffRoutes = routes.filter(({ path }) => path.startsWith('/admin'));
  expect(staffRoutes.length).toBeGreaterThan(0);
  expect(staffRoutes.filter(({ access }) => access !== 'staff' && access !== 'superuser')).toEqual([]);
});

const adminPaths = [`/admin/user/${sessionUser.id}/edit`, '/admin/no-such-screen'];

test.each(adminPaths.flatMap((path) => [[path, 'a guest'] as const, [path, 'a plain user'] as const]))(
  '%s redirects %s to the login without a request for staff data',
  async (path, visitor) => {
    const received = staffOperations.map((name) => respondTo(name, () => json({})));
    respondTo('getUser', () => json({ ...sessionUser, last_login_time: null }));
    if (visitor === 'a plain user') signInUser();
    const { router } = openAt(path);
    // The login redirects a signed-in user after half a second.
    const visited = [router.state.location];
    router.subscribe(({ location }) => visited.push(location));
    expect(await screen.findByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
    expect(received.flat()).toEqual([]);
    const loginState = visitor === 'a guest' ? { returnTo: path } : { isRefused: true };
    expect(visited.find(({ pathname }) => pathname === '/login')?.state).toEqual(loginState);
  },
);

test('a page for superusers tells an agent so, and stays there', async () => {
  const { path } = routes.find(({ access }) => access === 'superuser')!;
  const agent = { ...sessionUser, is_staff: true };
  respondTo('getUser', () => json({ ...agent, last_login_time: null }));
  signInUser({ user: agent });
  const { router } = openAt(path);
  expect(await screen.findByText(/^Only a superuser can open this page/)).toHaveTextContent(agent.username);
  expect(screen.getByRole('navigation', { name: 'Staff' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(path);
});

test('an unknown URL of the staff area displays the not-found screen beside the staff navigation', async () => {
  respondTo('getUser', () => json({ ...sessionUser, is_staff: true, last_login_time: null }));
  signInUser({ user: { ...sessionUser, is_staff: true } });
  openAt('/admin/no-such-screen');
  expect(await screen.findByText('404')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Staff' })).toBeInTheDocument();
});

test('staff open a screen by its URL, and Back returns to the screen from an unknown URL', async () => {
  respondTo('getUser', () => json({ ...sessionUser, is_staff: true, last_login_time: null }));
  respondTo('listNotices', () => json({ data: [], page: 1, total_pages: 1, total: 0 }));
  signInUser({ user: { ...sessionUser, is_staff: true } });
  const { router } = openAt('/admin/notifications');
  const screenHeading = { level: 1, name: /notifications/i };
  expect(await screen.findByRole('heading', screenHeading)).toBeInTheDocument();
  await act(() => router.navigate('/admin/no-such-screen'));
  expect(await screen.findByText('404')).toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('heading', screenHeading)).toBeInTheDocument();
});

test.each([
  ['in another tab', signOutInAnotherTab],
  ['by the server', () => expireSession(readSession()!)],
])(
  'the end of the session %s redirects a page for users to the login, with the page as the return path',
  async (_, end) => {
    respondTo('getUser', () => json({ ...sessionUser, last_login_time: null }));
    signInUser();
    const profileUrl = `/user-profile/${sessionUser.id}?tab=friends`;
    respondTo('listBlocks', () => json({ data: [] }));
    const { router } = openAt('/profile?tab=friends');
    expect(await screen.findByRole('heading', { level: 1, name: 'USER PROFILE' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({
      pathname: `/user-profile/${sessionUser.id}`,
      search: '?tab=friends',
    });
    act(end);
    expect(await screen.findByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
    expect(router.state.location.state).toEqual({ returnTo: profileUrl, owner: sessionUser.id });
  },
);

test('reloads the page if the text of a guide cannot be loaded, and displays the error page if the page has just been reloaded', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module');
  vi.mocked(loadGuideText).mockRejectedValue(failure);
  // Vite dispatches this event before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { origin: window.location.origin, reload });
  const send = window.fetch;
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) =>
    input === '/' ? new Response() : send(input, init),
  );
  const navigationEntries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const { unmount } = openAt('/arsenal/guides/extra-repayments');
  await waitFor(() => expect(reload).toHaveBeenCalled());
  unmount();
  reload.mockClear();

  navigationEntries.mockReturnValue([{ toJSON: () => ({ type: 'reload' }) } as PerformanceEntry]);
  vi.spyOn(performance, 'now').mockReturnValue(2_000);
  openAt('/arsenal/guides/extra-repayments');
  expect(await screen.findByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(reload).not.toHaveBeenCalled();
});

test('a page for staff loads the user from the server if local storage contains only the tokens', async () => {
  const user = { ...sessionUser, is_staff: true };
  respondTo('getUser', () => json({ ...user, last_login_time: null }));
  respondTo('listUsers', () => refusal('not_found', 'No user found for the given filters'));
  localStorage.setItem('user', JSON.stringify({ access: accessToken('a'), refresh: 'r' }));
  openAt('/admin/userlist');
  expect(await screen.findByRole('heading', { name: 'Admin User list' })).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ user, refresh: 'r' });
});
