import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, UserError } from '#api/api-error.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { RouteErrorScreen } from './error-screen.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

function open(error: Error) {
  const Component = () => {
    throw error;
  };
  renderRoutes([{ path: '/', Component, ErrorBoundary: RouteErrorScreen }], '/');
}

const heading = () => screen.getByRole('heading', { level: 1 });

test('an error of the API shows its message', () => {
  open(new ApiError('The vault is shut.', { status: 503 }));
  expect(heading()).toHaveTextContent('The vault is shut.');
  expect(screen.queryByText('404')).not.toBeInTheDocument();
});

test('an error that is written for the user shows its message', () => {
  open(new UserError('The vault moved.'));
  expect(heading()).toHaveTextContent('The vault moved.');
});

const openRoute = (response: Response) =>
  renderRoutes([{ path: '/', loader: () => Promise.reject(response), ErrorBoundary: RouteErrorScreen }], '/');

describe('a thrown response', () => {
  test.each([
    ['its text', new Response('The vault is full.', { status: 507 }), 'The vault is full.'],
    [
      'the message of its body',
      Response.json({ msg: 'The vault is busy.' }, { status: 503 }),
      'The vault is busy.',
    ],
    ['its status text', new Response(null, { status: 503, statusText: 'Vault closed' }), 'Vault closed'],
    ['the page’s own words', new Response(null, { status: 500 }), 'SYSTEM ERROR DETECTED...'],
  ])('shows %s', async (_, response, text) => {
    openRoute(response);
    await waitFor(() => expect(heading()).toHaveTextContent(text));
  });

  test('with status 404 is the page of a missing target', async () => {
    openRoute(new Response(null, { status: 404 }));
    expect(await screen.findByText('TARGET DATA NOT FOUND IN SYSTEM.')).toBeInTheDocument();
    expect(heading()).toHaveTextContent('ACCESS DENIED');
  });
});

test('a screen that breaks while rendering gives way to the error page, which tells no inner detail', () => {
  open(new Error('an inner detail'));
  expect(screen.getByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(screen.getByRole('link', { name: 'RETURN TO CORE' })).toHaveAttribute('href', '/');
  expect(screen.queryByText(/inner detail/)).not.toBeInTheDocument();
});
