import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultPreferences } from 'contract/preferences/preferences.ts';
import { expect, test } from 'vitest';
import { fakeApi, gate, json, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';

fakeApi();

test('the changes of a switch are sent one after another, so that the last one is stored', async () => {
  respondTo('getPreferences', () => json(defaultPreferences));
  const first = gate();
  const received = respondTo('updatePreferences', async ({ index }) => {
    if (index === 0) await first.opened;
    return json(defaultPreferences);
  });
  renderAt('/profile', PreferencesPanel);
  const friendRequests = await screen.findByRole('checkbox', { name: /^Friend requests/ });
  await userEvent.click(friendRequests);
  await userEvent.click(friendRequests);
  await waitFor(() => expect(received).toHaveLength(1));
  first.open();
  await waitFor(() => expect(received).toHaveLength(2));
  expect(received.map(({ body }) => body)).toEqual([{ friend_request: false }, { friend_request: true }]);
});
