import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#api/fake-api.ts';
import { renderAt } from '#parts/render-at.tsx';
import { agent, signedIn } from '#session/fake-session.ts';
import UserProfileScreen from './user-profile-screen.tsx';

vi.mock('#features/profile/profile-tab.tsx', () => ({
  ProfileTab: () => <input aria-label="Phone" />,
}));
vi.mock('#features/friends/friends-tab.tsx', () => ({ default: () => 'the friends' }));

fakeApi();

const choose = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
const search = () => screen.getByTestId('search').textContent;

test('the open tab stands in the address, and an unknown one is the profile', async () => {
  signedIn();
  respondTo('getUser', () => json(agent));
  renderAt('/user-profile/:userId', UserProfileScreen, `/user-profile/${agent.id}?tab=unknown`);
  expect(screen.getByLabelText('Phone')).toBeVisible();
  await choose('Friends');
  expect(await screen.findByText('the friends')).toBeInTheDocument();
  expect(search()).toBe('?tab=friends');
  await choose('Profile');
  expect(search()).toBe('');
});
