import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, json } from '#api/fake-api.ts';
import { agent, signedIn } from '#session/fake-session.ts';
import { PasswordNotice } from './password-notice.tsx';

fakeApi();

function start(mustChange: boolean, isStaff = false) {
  const calls = respondTo('getUser', () => json({ ...agent, must_change_password: mustChange }));
  const session = signedIn({ user: { ...agent, is_staff: isStaff } });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PasswordNotice session={session} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { calls, container };
}

test('whoever signed in with a temporary password is told to change it', async () => {
  start(true);
  const notice = await screen.findByText('YOUR PASSWORD MUST BE CHANGED');
  expect(notice.closest('[aria-live=polite]')).toHaveTextContent('Change it on your profile page');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/profile');
  expect(screen.queryByText(/staff areas/)).not.toBeInTheDocument();
});

test('staff are also told what stays closed to them', async () => {
  start(true, true);
  expect(await screen.findByText(/staff areas stay closed/)).toBeInTheDocument();
});

test('nobody else is told anything', async () => {
  const { calls, container } = start(false);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container).toHaveTextContent(/^$/);
});
