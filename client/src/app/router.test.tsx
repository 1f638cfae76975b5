import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Router } from './router.tsx';

function renderAt(path: string) {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Router />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each(['/', '/home'])('%s shows the landing page', (path) => {
  renderAt(path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Decrypt finance and economics with intelligence',
  );
  expect(screen.getByRole('link', { name: 'INITIALIZE' })).toHaveAttribute('href', '/login');
  for (const name of ['OPERATIONAL DIRECTIVE', 'MODULES', 'PHILOSOPHY']) {
    expect(screen.getByRole('heading', { level: 2, name })).toBeInTheDocument();
  }
  for (const name of ['DASHBOARD', 'ENCRYPTION PROTOCOLS', 'ARSENAL', 'DATA CORE']) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeInTheDocument();
  }
  expect(screen.getByText('DISCLAIMER')).toBeInTheDocument();
});

test('the about page comes with its own code and says what the figures and the warning are', async () => {
  renderAt('/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' })).toBeInTheDocument();
  for (const name of ['How the figures are computed', 'What it does with data', 'The warning']) {
    expect(screen.getByRole('heading', { level: 2, name })).toBeInTheDocument();
  }
});

test('an address that leads nowhere keeps the layout around its 404', () => {
  renderAt('/no/such/page');
  expect(screen.getByText('404')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
});
