import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Layout } from './layout.tsx';

fakeApi();

function openLayout(path: string) {
  const children = [
    { path: '/', element: <PageHeading>Core page</PageHeading> },
    { path: '/about', element: <PageHeading>Intel page</PageHeading>, handle: { title: 'About' } },
    {
      path: '/error',
      element: <PageHeading title="Error">Error page</PageHeading>,
      handle: { title: 'Title of the route' },
    },
  ];
  return renderRoutes([{ Component: Layout, children }], path);
}

test('the footer links to CORE, INTEL, the contact and the channels of the site settings, and disables a channel without a URL', async () => {
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
  openLayout('/');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/');
  expect(footer.getByRole('link', { name: 'INTEL' })).toHaveAttribute('href', '/about');
  expect(await footer.findByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:desk@example.org');
  expect(footer.getByRole('link', { name: 'Code' })).toHaveAttribute('href', 'https://code.example.org/');
  const disabledLink = footer.getByRole('link', { name: 'Mastodon' });
  expect(disabledLink).not.toHaveAttribute('href');
  expect(disabledLink).toHaveAttribute('aria-disabled', 'true');
});

test('Dismiss hides the banner of a critical notice, marks the notice as read, and moves the focus to the main content', async () => {
  respondTo('getSite', () =>
    json({
      contact_email: 'desk@example.org',
      social_links: [],
      registration_open: true,
      banner: { id: sessionUser.id, title: 'Phishing', text: '<b>Beware</b>' },
    }),
  );
  signInUser();
  const readRequests = respondTo('readNotifications', () => json({ unread: 0 }));
  openLayout('/');
  expect(await screen.findByRole('alert')).toHaveTextContent('Phishing<b>Beware</b>');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(readRequests.map(({ body }) => body)).toEqual([{ ids: [sessionUser.id] }]));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a navigation sets the document title and moves the focus to the heading of the new page', async () => {
  openLayout('/');
  expect(document.title).toBe('Declassified');

  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByText('INTEL'));
  expect(document.title).toBe('About · Declassified');
  expect(screen.getByRole('heading', { level: 1, name: 'Intel page' })).toHaveFocus();
});

test('the title of a heading takes precedence over the title of the route', () => {
  openLayout('/error');
  expect(document.title).toBe('Error · Declassified');
});
