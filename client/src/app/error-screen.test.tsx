import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorScreen, NotFoundScreen } from './error-screen.tsx';

function Broken(): never {
  throw new Error('an inner detail');
}

test('an unknown address is a 404 with the way back to the start', () => {
  render(<NotFoundScreen />, { wrapper: MemoryRouter });
  expect(screen.getByText('404')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('ACCESS DENIED');
  expect(screen.getByText('TARGET DATA NOT FOUND IN SYSTEM.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'RETURN TO CORE' })).toHaveAttribute('href', '/');
});

test('any other error shows the message it is given', () => {
  render(<ErrorScreen message="The vault is shut." />, { wrapper: MemoryRouter });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The vault is shut.');
  expect(screen.queryByText('404')).not.toBeInTheDocument();
});

test('a screen that breaks while rendering gives way to the error page', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
    { wrapper: MemoryRouter },
  );
  expect(screen.getByRole('alert')).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(screen.getByRole('link', { name: 'RETURN TO CORE' })).toHaveAttribute('href', '/');
  expect(screen.queryByText(/inner detail/)).not.toBeInTheDocument();
});
