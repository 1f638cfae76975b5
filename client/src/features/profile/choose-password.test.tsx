import { waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { fakeApi, refusal, respondTo } from '#test/fake-api.ts';
import { enter, errorOf, press } from '#test/render-at.tsx';
import { renderOnProfile, someUser } from '#test/render-user.tsx';
import { signInUser } from '#test/fake-session.ts';
import { ChoosePassword } from './choose-password.tsx';

fakeApi();

test('a missing or refused password is reported beside its field', async () => {
  signInUser();
  const calls = respondTo('updateUser', () => refusal('invalid_credentials', 'Not your password.'));
  const longAgo = '2020-01-31T00:00:00.000Z';
  renderOnProfile(
    <ChoosePassword user={someUser({ must_change_password: true, last_login_time: longAgo })} />,
  );
  await press('Save Password');
  await waitFor(() => expect(errorOf('New Password')).toBe('Choose a password.'));
  expect(calls).toHaveLength(0);
  enter('Current Password', 'not it');
  for (const label of ['New Password', 'Confirm New Password']) enter(label, 'silver flute at noon');
  await press('Save Password');
  await waitFor(() => expect(errorOf('Current Password')).toBe('Not your password.'));
  const details = { new_password: ['Too', 'common.'] };
  respondTo('updateUser', () =>
    HttpResponse.json({ msg: 'No.', code: 'validation_failed', details }, { status: 400 }),
  );
  await press('Save Password');
  await waitFor(() => expect(errorOf('New Password')).toBe('Too common.'));
});
