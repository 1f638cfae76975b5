import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, json } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { PasswordNotice } from './password-notice.tsx';

fakeApi();

function renderNotice(mustChange: boolean) {
  const calls = respondTo('getUser', () => json({ ...sessionUser, must_change_password: mustChange }));
  const session = signInUser();
  const { container } = renderRoutes([{ path: '/', element: <PasswordNotice session={session} /> }], '/');
  return { calls, container };
}

test('asks a user with a temporary password to change it on the profile page', async () => {
  renderNotice(true);
  const notice = await screen.findByText('YOUR PASSWORD MUST BE CHANGED');
  const region = notice.closest('[aria-live=polite]');
  expect(region).toHaveTextContent(
    'Change it on your profile page. Until then, you cannot use other screens.',
  );
  expect(screen.getByRole('link')).toHaveAttribute('href', '/profile');
});

test('displays nothing to a user whose password need not be changed', async () => {
  const { calls, container } = renderNotice(false);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container).toHaveTextContent(/^$/);
});

test.each([
  ['training', false],
  ['about', true],
])('whether /%s opens for a user with a temporary password: %s', async (path, isOpen) => {
  respondTo('getUser', () => json({ ...sessionUser, must_change_password: true }));
  const element = <PasswordNotice session={signInUser()} />;
  const routes = ['training', 'about'].map((name) => {
    return { path: name, element, handle: { isOwn: name !== 'about' } };
  });
  renderRoutes([...routes, { path: 'profile', element: 'The profile' }], `/${path}`);
  expect(await screen.findByText(isOpen ? 'YOUR PASSWORD MUST BE CHANGED' : 'The profile')).toBeVisible();
});
