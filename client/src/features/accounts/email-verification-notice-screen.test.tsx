import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { useLocation } from 'react-router-dom';
import { siteQuery } from '#parts/site/site.ts';
import { emailFlag } from './email-flag.ts';
import EmailVerificationNoticeScreen from './email-verification-notice-screen.tsx';

fakeApi();

function Arrival() {
  const { pathname, search, state } = useLocation();
  return <p>{JSON.stringify([pathname + search, state])}</p>;
}

function open(state?: object) {
  const pathname = '/email-verification-notice';
  const queries = new QueryClient();
  renderRoutes(
    [
      { path: pathname, Component: EmailVerificationNoticeScreen },
      { path: '*', Component: Arrival },
    ],
    { pathname, state },
    { queries },
  );
  return queries;
}

const status = () => screen.getByRole('status').textContent;

test('asks the user to check inbox and spam of the registered email address', () => {
  emailFlag.raise();
  open({ email: 'ada@example.org' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Registration Successful!');
  expect(screen.getByText('ada@example.org')).toBeInTheDocument();
  expect(screen.getByText(/inbox, and the spam folder/)).toBeInTheDocument();
  expect(status()).toBe('');
});

test('Go to Homepage clears the email flag', async () => {
  emailFlag.raise();
  open();
  const link = screen.getByRole('link', { name: 'Go to Homepage' });
  expect(link).toHaveAttribute('href', '/');
  await userEvent.click(link);
  expect(localStorage.getItem('emailFlag')).toBeNull();
});

test('a visitor without a pending email is informed, also after the link was used in another tab', () => {
  emailFlag.raise();
  open();
  act(() => {
    localStorage.removeItem('emailFlag');
    window.dispatchEvent(new StorageEvent('storage', { key: 'emailFlag' }));
  });
  expect(status()).toContain('NO VERIFICATION PENDING');
  expect(screen.getByRole('link', { name: 'ACCESS SYSTEM' })).toHaveAttribute('href', '/login');
});

test.each([
  [{ returnTo: '/finance/check?follow', isToSave: true }, ['/finance/check?follow', { isToSave: true }]],
  // The tab of the link saves it.
  [
    { returnTo: '/finance/loan-calculator?amount=5', isToSave: true },
    ['/finance/loan-calculator?amount=5', null],
  ],
  [{}, ['/dashboard', null]],
])(
  'once its user is signed in in another tab, it goes on to what waits in this one: %j',
  async (waiting, arrival) => {
    emailFlag.raise();
    open({ ...waiting, username: 'Grace', email: 'grace@example.org' });
    act(() => void signInUser({ user: { ...sessionUser, username: 'grace' } }));
    expect(await screen.findByText(JSON.stringify(arrival))).toBeInTheDocument();
  },
);

test.each([true, false])(
  'where a mailbox keeps the mail (%s) it links to it, without a request for the mailbox',
  async (has_mailbox) => {
    const site = { contact_email: '', social_links: [], registration_open: true, banner: null };
    respondTo('getSite', () => json({ ...site, has_mailbox }));
    const queries = open();
    await waitFor(() => expect(queries.getQueryData(siteQuery.queryKey)).toBeDefined());
    const link = screen.queryByRole('link', { name: '/mailbox' });
    expect(link?.getAttribute('href') ?? null).toBe(has_mailbox ? '/mailbox' : null);
  },
);
