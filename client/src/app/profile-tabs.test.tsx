import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { agent, fakeApi, signedIn } from '#api/fake-api.ts';
import { renderAt } from '#parts/render-at.tsx';
import { reloadForCode } from './missing-code.ts';
import UserProfileScreen from './user-profile-screen.tsx';

vi.mock('./missing-code.ts');
vi.mock('#features/users/profile-tab.tsx', () => ({ ProfileTab: () => <input aria-label="Phone" /> }));
vi.mock('#features/friends/friends-tab.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
fakeApi();

const open = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
const told = () => screen.findByRole('alert');

test('a tab whose code does not come leaves what was typed in another, and is asked for again on a press', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const reload = vi.mocked(reloadForCode).mockImplementation((failure) => Promise.reject(failure));
  signedIn();
  renderAt('/user-profile/:userId', UserProfileScreen, `/user-profile/${agent.id}`);
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '400 000 000' } });

  open('Friends');
  expect(await told()).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(reload).toHaveBeenCalledOnce();
  open('Profile');
  await waitFor(() => expect(screen.getByLabelText('Phone')).toBeVisible());
  expect(screen.getByLabelText('Phone')).toHaveValue('400 000 000');
  expect(reload).toHaveBeenCalledOnce();

  open('Friends');
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(reload).toHaveBeenLastCalledWith(expect.any(Error), true));
  expect(await told()).toHaveTextContent('SYSTEM ERROR DETECTED...');
});
