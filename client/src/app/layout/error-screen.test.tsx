import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, UserError } from '#api/api-error.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { RouteErrorScreen } from './error-screen.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

function openFailingScreen(error: Error) {
  const Component = () => {
    throw error;
  };
  renderRoutes([{ path: '/', Component, ErrorBoundary: RouteErrorScreen }], '/');
}

const heading = () => screen.getByRole('heading', { level: 1 });

test('displays the message of an API error', () => {
  openFailingScreen(new ApiError('The vault is shut.', { status: 503 }));
  expect(heading()).toHaveTextContent('The vault is shut.');
  expect(screen.queryByText('404')).not.toBeInTheDocument();
});

test('displays the message of a UserError', () => {
  openFailingScreen(new UserError('The vault moved.'));
  expect(heading()).toHaveTextContent('The vault moved.');
});

const openRejectedRoute = (response: Response) =>
  renderRoutes([{ path: '/', loader: () => Promise.reject(response), ErrorBoundary: RouteErrorScreen }], '/');

describe('the response of a rejected loader', () => {
  test.each([
    ['the text of the body', new Response('The vault is full.', { status: 507 }), 'The vault is full.'],
    [
      'the message in the JSON body',
      Response.json({ msg: 'The vault is busy.' }, { status: 503 }),
      'The vault is busy.',
    ],
    [
      'the status text of an empty body',
      new Response(null, { status: 503, statusText: 'Vault closed' }),
      'Vault closed',
    ],
    ['the default text without a body', new Response(null, { status: 500 }), 'SYSTEM ERROR DETECTED...'],
  ])('is displayed as %s', async (_, response, text) => {
    openRejectedRoute(response);
    await waitFor(() => expect(heading()).toHaveTextContent(text));
  });

  test('with status 404 displays the not-found screen', async () => {
    openRejectedRoute(new Response(null, { status: 404 }));
    expect(await screen.findByText('TARGET DATA NOT FOUND IN SYSTEM.')).toBeInTheDocument();
    expect(heading()).toHaveTextContent('ACCESS DENIED');
  });
});

test('replaces a screen that fails to render with the error page, which hides the message of the error', () => {
  openFailingScreen(new Error('an internal detail'));
  expect(screen.getByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(screen.getByRole('link', { name: 'RETURN TO CORE' })).toHaveAttribute('href', '/');
  expect(screen.queryByText(/internal detail/)).not.toBeInTheDocument();
});
