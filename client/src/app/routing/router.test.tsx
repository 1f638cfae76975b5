import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { loadGuideText } from '#features/guides/guide-texts.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { accessToken, agent, signedIn, signedOutElsewhere } from '#test/fake-session.ts';
import { appRoutes } from './router.tsx';

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

test('a new page starts at its top, another query of the same one stays where it is', async () => {
  const { router } = openAt('/about');
  await screen.findByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' });
  const scroll = vi.spyOn(window, 'scrollTo').mockReset();
  await act(() => router.navigate('?page=2', { preventScrollReset: true }));
  expect(scroll).not.toHaveBeenCalled();
  await act(() => router.navigate('/'));
  expect(scroll).toHaveBeenCalledWith(0, 0);
});

const loads = [
  'getReadiness',
  'listUsers',
  'getUserOverview',
  'listIpRecords',
  'listLogRecords',
  'listNotices',
] as const;

const adminPaths = [
  '/admin/dashboard',
  '/admin/userlist',
  `/admin/user/${agent.id}/edit`,
  '/admin/ip-address',
  '/admin/log',
  '/admin/notifications',
  '/admin/no-such-screen',
];

test.each(adminPaths.flatMap((path) => [[path, 'a guest'] as const, [path, 'a plain user'] as const]))(
  '%s sends %s to the login and calls nothing',
  async (path, who) => {
    const received = loads.map((name) => respondTo(name, () => json({})));
    respondTo('getUser', () => json({ ...agent, last_login_time: null }));
    if (who === 'a plain user') signedIn();
    const { router } = openAt(path);
    // The login itself leads a signed-in user on after half a second.
    const visited = [router.state.location];
    router.subscribe(({ location }) => visited.push(location));
    expect(await screen.findByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
    expect(received.flat()).toEqual([]);
    const back = who === 'a guest' ? { returnTo: path } : { isRefused: true };
    expect(visited.find(({ pathname }) => pathname === '/login')?.state).toEqual(back);
  },
);

test('staff see an unknown URL of their area within its navigation', async () => {
  respondTo('getUser', () => json({ ...agent, is_staff: true, last_login_time: null }));
  signedIn({ user: { ...agent, is_staff: true } });
  openAt('/admin/no-such-screen');
  expect(await screen.findByText('404')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Staff' })).toBeInTheDocument();
});

test('staff open a screen by its URL, and return to it from an unknown one', async () => {
  respondTo('getUser', () => json({ ...agent, is_staff: true, last_login_time: null }));
  respondTo('listNotices', () => json({ data: [], page: 1, total_pages: 1, total: 0 }));
  signedIn({ user: { ...agent, is_staff: true } });
  const { router } = openAt('/admin/notifications');
  const screenHeading = { level: 1, name: /notifications/i };
  expect(await screen.findByRole('heading', screenHeading)).toBeInTheDocument();
  await act(() => router.navigate('/admin/no-such-screen'));
  expect(await screen.findByText('404')).toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('heading', screenHeading)).toBeInTheDocument();
});

test('a page for users makes way for the login when the session ends, and is returned to after it', async () => {
  respondTo('getUser', () => json({ ...agent, last_login_time: null }));
  signedIn();
  const own = `/user-profile/${agent.id}?tab=friends`;
  respondTo('listBlocks', () => json({ data: [] }));
  const { router } = openAt('/profile?tab=friends');
  expect(await screen.findByRole('heading', { level: 1, name: 'USER PROFILE' })).toBeInTheDocument();
  expect(router.state.location).toMatchObject({
    pathname: `/user-profile/${agent.id}`,
    search: '?tab=friends',
  });
  act(signedOutElsewhere);
  expect(await screen.findByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
  expect(router.state.location.state).toEqual({ returnTo: own, owner: agent.id });
});

test('a guide whose text cannot be loaded reloads the page, and leads to the error page if it was reloaded already', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module');
  vi.mocked(loadGuideText).mockRejectedValue(failure);
  // As Vite does before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { origin: window.location.origin, reload });
  const send = window.fetch;
  vi.stubGlobal('fetch', async (...[asked, init]: Parameters<typeof fetch>) =>
    asked === '/' ? new Response() : send(asked, init),
  );
  const opened = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const { unmount } = openAt('/arsenal/guides/extra-repayments');
  await waitFor(() => expect(reload).toHaveBeenCalled());
  unmount();
  reload.mockClear();

  opened.mockReturnValue([{ toJSON: () => ({ type: 'reload' }) } as PerformanceEntry]);
  vi.spyOn(performance, 'now').mockReturnValue(2_000);
  openAt('/arsenal/guides/extra-repayments');
  expect(await screen.findByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(reload).not.toHaveBeenCalled();
});

test('with the tokens alone in the storage a page for staff waits for the user, whom the server tells', async () => {
  const user = { ...agent, is_staff: true };
  respondTo('getUser', () => json({ ...user, last_login_time: null }));
  respondTo('listUsers', () => refusal('not_found', 'No user found for the given filters'));
  localStorage.setItem('user', JSON.stringify({ access: accessToken('a'), refresh: 'r' }));
  openAt('/admin/userlist');
  expect(await screen.findByRole('heading', { name: 'Admin User list' })).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ user, refresh: 'r' });
});
