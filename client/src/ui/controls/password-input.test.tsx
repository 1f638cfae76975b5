import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { PasswordInput } from './password-input.tsx';

beforeEach(() => {
  render(
    <form aria-label="form" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor="p">Password</label>
      <PasswordInput id="p" autoComplete="current-password" defaultValue="secret" />
    </form>,
  );
});

const input = () => screen.getByLabelText('Password');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('SHOW displays the password, and HIDE hides it again', async () => {
  expect(input()).toHaveAttribute('type', 'password');
  await press('SHOW password');
  expect(input()).toHaveAttribute('type', 'text');
  expect(input()).toHaveValue('secret');
  await press('HIDE password');
  expect(input()).toHaveAttribute('type', 'password');
});

test('a submit of the form hides the password', async () => {
  await press('SHOW password');
  fireEvent.submit(screen.getByRole('form'));
  expect(input()).toHaveAttribute('type', 'password');
});
