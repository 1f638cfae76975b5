import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listBackups } from 'contract/backups/backups.ts';
import type { Setting } from 'contract/settings/settings.ts';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { errorOf, renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { signInAsStaff, expectRetry } from '#test/render-screen.tsx';
import SettingsScreen from './settings-screen.tsx';

fakeApi();

const changed = { description: '', updated_at: '2026-01-31T02:03:04.567Z', updated_by: null };
const settings: Setting[] = [
  { ...changed, key: 'storage_limit', group: 'storage', type: 'integer', value: 7, default: 1000 },
  { ...changed, key: 'registration_open', group: 'site', type: 'boolean', value: false, default: true },
  { ...changed, key: 'social_links', group: 'site', type: 'links', value: [], default: [] },
];

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function open() {
  signInUser({ user: { ...sessionUser, is_staff: true, is_superuser: true } });
  respondTo('listSettings', () => json({ data: settings, version: 1 }));
  respondTo('listBackups', () => json(listBackups.responses[200].example as object));
  renderAt('/admin/settings', SettingsScreen);
  fireEvent.change(await screen.findByLabelText('Storage limit'), { target: { value: 'lots' } });
}

test('the screen reports that it could not be loaded, and can be loaded again', () => {
  signInAsStaff();
  return expectRetry(
    '/admin/settings',
    'listSettings',
    'Failed to fetch the settings',
    /^Only superusers can change settings/,
  );
});

test('each setting displays its default, and the time of a change by a deleted user', async () => {
  await open();
  const facts = screen.getAllByText(/^Changed by a deleted user/);
  expect(facts.map(({ parentElement }) => parentElement?.firstChild?.textContent)).toEqual([
    'Default: 1,000 recordsChanged',
    'Default: yesChanged',
    'Default: none',
  ]);
});

test('an invalid value is reported beside its field, and any other failure for the whole form, until it is discarded', async () => {
  await open();
  const details = { 'values.storage_limit': ['Too small for what is stored.'] };
  const saves = respondTo('updateSettings', ({ index }) =>
    index === 0
      ? HttpResponse.json({ msg: 'No.', code: 'validation_failed', details }, { status: 400 })
      : refusal('unavailable', 'Busy.'),
  );
  press('Save Changes');
  await waitFor(() => expect(errorOf('Storage limit')).toBe('Must be a whole number.'));
  expect(saves).toHaveLength(0);
  fireEvent.change(screen.getByLabelText('Storage limit'), { target: { value: '9' } });
  press('Save Changes');
  await waitFor(() => expect(errorOf('Storage limit')).toBe('Too small for what is stored.'));
  expect(saves[0]?.body).toEqual({ version: 1, values: { storage_limit: 9 } });
  fireEvent.change(screen.getByLabelText('Storage limit'), { target: { value: ' 8 ' } });
  press('Save Changes');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Nothing was saved.Busy.'));
  expect(saves[1]?.body).toEqual({ version: 1, values: { storage_limit: 8 } });
  press('Discard');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Storage limit')).toHaveValue('7');
});
