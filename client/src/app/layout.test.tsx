import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { PageHeading } from '#ui/page-heading.tsx';
import { Layout } from './layout.tsx';

const agent = { id: '1', username: 'mata', email: 'mata@example.com', is_superuser: false, is_staff: false };

function renderAt(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<Layout />}>
            <Route path="/" element={<PageHeading title="">Core page</PageHeading>} />
            <Route path="/about" element={<PageHeading title="About">Intel page</PageHeading>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a visitor is offered ACCESS / GUEST, which leads to the login', () => {
  renderAt('/');
  expect(screen.getByRole('link', { name: 'ACCESS / GUEST' })).toHaveAttribute('href', '/login');
  expect(screen.queryByRole('button', { name: 'TERMINATE SESSION' })).not.toBeInTheDocument();
});

test('a signed-in user is named, with the way out in place of the ways in', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  localStorage.setItem('user', JSON.stringify({ access: 'a', refresh: 'r', user: agent }));
  renderAt('/about');
  expect(await screen.findByText('AGENT')).toHaveTextContent('AGENT mata');
  expect(screen.getByRole('button', { name: 'TERMINATE SESSION' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'ACCESS / GUEST' })).not.toBeInTheDocument();
});

test('the footer has CORE, INTEL, the contact address and channels that lead nowhere yet', () => {
  renderAt('/');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/');
  expect(footer.getByRole('link', { name: 'INTEL' })).toHaveAttribute('href', '/about');
  expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute(
    'href',
    'mailto:contact@declassified.example',
  );
  for (const channel of within(footer.getByRole('list', { name: 'Social channels' })).getAllByRole('link')) {
    expect(channel).not.toHaveAttribute('href');
    expect(channel).toHaveAttribute('aria-disabled', 'true');
  }
});

test('a change of page sets the title and moves the focus to its heading', async () => {
  renderAt('/');
  expect(document.title).toBe('Declassified');

  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByText('INTEL'));
  expect(document.title).toBe('About · Declassified');
  expect(screen.getByRole('heading', { level: 1, name: 'Intel page' })).toHaveFocus();
});
