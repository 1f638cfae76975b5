import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '#parts/render-at.tsx';
import { agent, signedIn } from '#session/fake-session.ts';
import UserProfileScreen from './user-profile-screen.tsx';

const failure = vi.hoisted(() => new TypeError('Failed to fetch dynamically imported module'));

vi.mock('#features/users/profile-tab.tsx', () => ({ ProfileTab: () => <input aria-label="Phone" /> }));
vi.mock('#features/friends/routes.ts', () => ({
  friends: {
    profileTabs: [
      { id: 'friends', label: 'Friends', load: async () => ({ default: () => 'the friends' }) },
      { id: 'history', label: 'Request History', load: () => Promise.reject(failure) },
    ],
  },
}));

beforeEach(() => void signedIn());

const own = `/user-profile/${agent.id}`;
const open = (at = own) => renderAt('/user-profile/:userId', UserProfileScreen, at);
const choose = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
const search = () => screen.getByTestId('search').textContent;
const phone = () => screen.getByLabelText('Phone');

test('another user’s profile is refused, with the way to the user’s own', () => {
  open('/user-profile/01930a4e-7c00-7000-8000-00000000000f');
  expect(screen.getByRole('heading', { level: 1, name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(screen.queryByLabelText('Phone')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'GO TO YOUR PROFILE' })).toHaveAttribute('href', '/profile');
});

test('the open tab stands in the address, and an unknown one is the profile', async () => {
  open(`${own}?tab=unknown`);
  expect(phone()).toBeVisible();
  await choose('Friends');
  expect(await screen.findByText('the friends')).toBeInTheDocument();
  expect(search()).toBe('?tab=friends');
  await choose('Profile');
  expect(search()).toBe('');
});

test('an address with a tab opens it', async () => {
  open(`${own}?tab=friends`);
  expect(await screen.findByText('the friends')).toBeInTheDocument();
});

test('a tab that cannot be loaded says so, and leaves what was typed in another', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  open();
  fireEvent.change(phone(), { target: { value: '400 000 000' } });
  await choose('Request History');
  expect(await screen.findByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  await choose('Profile');
  await waitFor(() => expect(phone()).toBeVisible());
  expect(phone()).toHaveValue('400 000 000');
});
