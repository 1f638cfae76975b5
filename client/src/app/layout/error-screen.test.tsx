import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { renderRoutes } from '#parts/render-at.tsx';
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

test('a screen that breaks while rendering gives way to the error page, which tells no inner detail', () => {
  open(new Error('an inner detail'));
  expect(screen.getByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(screen.getByRole('link', { name: 'RETURN TO CORE' })).toHaveAttribute('href', '/');
  expect(screen.queryByText(/inner detail/)).not.toBeInTheDocument();
});
