import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agent, answer, fakeApi, json, signedIn } from '#api/fake-api.ts';
import { PasswordNotice } from './password-notice.tsx';

fakeApi();

function start(mustChange: boolean, isStaff = false) {
  const calls = answer('getUser', () => json({ ...agent, must_change_password: mustChange }));
  const session = signedIn({ user: { ...agent, is_staff: isStaff } });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <PasswordNotice session={session} />
    </QueryClientProvider>,
  );
  return { calls, container };
}

test('whoever signed in with a temporary password is told to change it', async () => {
  start(true);
  expect(await screen.findByRole('status')).toHaveTextContent('YOUR PASSWORD MUST BE CHANGED');
  expect(screen.getByRole('status')).not.toHaveTextContent('staff areas');
});

test('staff are also told what stays closed to them', async () => {
  start(true, true);
  expect(await screen.findByRole('status')).toHaveTextContent('staff areas stay closed');
});

test('nobody else is told anything', async () => {
  const { calls, container } = start(false);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container).toBeEmptyDOMElement();
});
