import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { agent, fakeApi, signedIn, signedOutElsewhere } from '#api/fake-api.ts';
import { RequireSession, ToOwnProfile } from './require-session.tsx';
import UserProfileScreen from './user-profile-screen.tsx';

vi.mock('#features/users/profile-tab.tsx', () => ({ ProfileTab: () => 'the profile' }));
vi.mock('#features/friends/friends-tab.tsx', () => ({ default: () => 'the friends' }));
vi.mock('#features/friends/history-tab.tsx', () => ({ default: () => 'the history' }));
fakeApi();

function Elsewhere() {
  const { pathname, search, state } = useLocation();
  const back = (state as { returnTo?: string } | null)?.returnTo;
  return (
    <p>
      at {`${pathname}${search}`}
      {back && ` from ${back}`}
    </p>
  );
}

function open(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Elsewhere />
        <Routes>
          <Route element={<RequireSession />}>
            <Route path="/profile" element={<ToOwnProfile />} />
            <Route path="/user-profile/:userId" element={<UserProfileScreen />} />
          </Route>
          <Route element={<RequireSession only="staff" />}>
            <Route path="/admin" element="for staff" />
          </Route>
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const at = (path: string) => screen.getByText(`at ${path}`);
const own = `/user-profile/${agent.id}`;

test.each(['/profile', `${own}?tab=friends`, '/admin?username=a'])(
  '%s leads a guest to the login, which leads back to it',
  (path) => {
    open(path);
    expect(at(`/login from ${path}`)).toBeInTheDocument();
  },
);

test('what is for staff leads a user to the login without a way back, and opens to staff', () => {
  signedIn();
  open('/admin');
  expect(at('/login')).toBeInTheDocument();
  act(() => void signedIn({ user: { ...agent, is_staff: true } }));
  open('/admin');
  expect(screen.getByText('for staff')).toBeInTheDocument();
});

test('/profile leads to one’s own with the tab that it names', async () => {
  signedIn();
  open('/profile?tab=friends');
  expect(at(`${own}?tab=friends`)).toBeInTheDocument();
  expect(await screen.findByText('the friends')).toBeInTheDocument();
});

test('/profile leads to one’s own, which closes when the session ends', () => {
  signedIn();
  open('/profile');
  expect(at(own)).toBeInTheDocument();
  expect(screen.getByText('the profile')).toBeInTheDocument();
  act(signedOutElsewhere);
  expect(at(`/login from ${own}`)).toBeInTheDocument();
});

test('another user’s is refused, with the way to one’s own', () => {
  signedIn();
  open('/user-profile/01930a4e-7c00-7000-8000-00000000000f');
  expect(screen.getByRole('heading', { level: 1, name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(screen.queryByText('the profile')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'GO TO YOUR PROFILE' })).toHaveAttribute('href', '/profile');
});

test('the open tab stands in the address, and an unknown one is the profile', async () => {
  signedIn();
  open(`${own}?tab=history`);
  expect(await screen.findByText('the history')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Friends' }));
  expect(await screen.findByText('the friends')).toBeInTheDocument();
  expect(at(`${own}?tab=friends`)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Profile' }));
  expect(at(own)).toBeInTheDocument();
});
