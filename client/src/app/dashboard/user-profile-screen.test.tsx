import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { someUser } from '#test/render-user.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import UserProfileScreen from './user-profile-screen.tsx';

fakeApi();

const tab = (name: string) => screen.getByRole('tab', { name });
const empty = () => json({ data: [], recovery_codes_left: 0 });
const search = () => screen.getByTestId('search').textContent;

test('the URL contains the selected tab, and an unknown tab selects the profile', async () => {
  signInUser();
  respondTo('getUser', () => json(someUser()));
  respondTo('listAccesses', () => json({ data: [], page: 1, total: 0, page_size: 25 }));
  respondTo('getPreferences', () => json({}));
  respondTo('listBlocks', () => json({ data: [] }));
  renderAt('/user-profile/:userId', UserProfileScreen, `/user-profile/${sessionUser.id}?tab=unknown`);
  expect(await screen.findByLabelText('Phone Number')).toBeVisible();
  await userEvent.click(tab('Friends'));
  expect(await screen.findByText(/no friends yet/)).toBeVisible();
  expect(search()).toBe('?tab=friends');
  await userEvent.click(tab('Profile'));
  expect(search()).toBe('');
});

test.each(['second-factor', 'devices', 'tokens'])('a link to %s opens the security tab', async (section) => {
  signInUser();
  respondTo('getUser', () => json(someUser()));
  respondTo('listSecondFactors', empty);
  respondTo('listSessions', empty);
  respondTo('listDevices', empty);
  respondTo('listSignIns', empty);
  respondTo('listTokens', empty);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderAt('/user-profile/:userId', UserProfileScreen, `/user-profile/${sessionUser.id}?tab=${section}`);
  await waitFor(() => expect(tab('Security')).toHaveAttribute('aria-selected', 'true'));
  expect(screen.getAllByRole('tab')).toHaveLength(4);
  await waitFor(() => expect(scrolled.mock.contexts).toContain(document.getElementById(section)));
});
