import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { agent, signedIn } from '#test/fake-session.ts';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Layout } from './layout.tsx';

fakeApi();

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

test('the footer has CORE, INTEL, and what the site’s settings say: a contact and channels, of which some lead nowhere yet', async () => {
  respondTo('getSite', () =>
    json({
      contact_email: 'desk@example.org',
      social_links: [
        { label: 'Code', url: 'https://code.example.org/' },
        { label: 'Mastodon', url: null },
      ],
      registration_open: true,
      banner: null,
    }),
  );
  renderAt('/');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/');
  expect(footer.getByRole('link', { name: 'INTEL' })).toHaveAttribute('href', '/about');
  expect(await footer.findByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:desk@example.org');
  expect(footer.getByRole('link', { name: 'Code' })).toHaveAttribute('href', 'https://code.example.org/');
  const pending = footer.getByRole('link', { name: 'Mastodon' });
  expect(pending).not.toHaveAttribute('href');
  expect(pending).toHaveAttribute('aria-disabled', 'true');
});

test('a critical notice to all is a banner until it is dismissed, which is read, and gives the focus to the page', async () => {
  respondTo('getSite', () =>
    json({
      contact_email: 'desk@example.org',
      social_links: [],
      registration_open: true,
      banner: { id: agent.id, title: 'Phishing', text: '<b>Beware</b>' },
    }),
  );
  signedIn();
  const reads = respondTo('readNotifications', () => json({ unread: 0 }));
  renderAt('/');
  expect(await screen.findByRole('alert')).toHaveTextContent('Phishing<b>Beware</b>');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(reads.map(({ body }) => body)).toEqual([{ ids: [agent.id] }]));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
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
