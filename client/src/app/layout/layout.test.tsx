import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderRoutes } from '#parts/render-at.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Layout } from './layout.tsx';

function renderAt(path: string) {
  const children = [
    { path: '/', element: <PageHeading>Core page</PageHeading> },
    { path: '/about', element: <PageHeading>Intel page</PageHeading>, handle: { title: 'About' } },
    {
      path: '/error',
      element: <PageHeading title="Error">Error page</PageHeading>,
      handle: { title: 'Late' },
    },
  ];
  return renderRoutes([{ Component: Layout, children }], path);
}

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

test('a heading’s own title takes the place of the route’s', () => {
  renderAt('/error');
  expect(document.title).toBe('Error · Declassified');
});
