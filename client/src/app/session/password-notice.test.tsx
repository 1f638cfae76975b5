import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, json } from '#api/fake-api.ts';
import { renderRoutes } from '#parts/render-at.tsx';
import { agent, signedIn } from '#session/fake-session.ts';
import { PasswordNotice } from './password-notice.tsx';

fakeApi();

function start(mustChange: boolean, isStaff = false) {
  const calls = respondTo('getUser', () => json({ ...agent, must_change_password: mustChange }));
  const session = signedIn({ user: { ...agent, is_staff: isStaff } });
  const { container } = renderRoutes([{ path: '/', element: <PasswordNotice session={session} /> }], '/');
  return { calls, container };
}

test.each([true, false])(
  'a temporary password must be changed; staff (%s) hear what is closed',
  async (isStaff) => {
    start(true, isStaff);
    const notice = await screen.findByText('YOUR PASSWORD MUST BE CHANGED');
    expect(notice.closest('[aria-live=polite]')).toHaveTextContent('Change it on your profile page');
    expect(screen.getByRole('link')).toHaveAttribute('href', '/profile');
    expect(screen.queryAllByText(/staff areas stay closed/)).toHaveLength(isStaff ? 1 : 0);
  },
);

test('nobody else is told anything', async () => {
  const { calls, container } = start(false);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container).toHaveTextContent(/^$/);
});
