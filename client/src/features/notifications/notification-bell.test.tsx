import { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { NotificationBell } from './notification-bell.tsx';

fakeApi();

test('the bell counts to 99, and loads the latest notifications again after a failure', async () => {
  signInUser();
  respondTo('streamNotifications', () => refusal('unavailable', 'Busy.'));
  respondTo('listNotifications', () => refusal('unavailable', 'Busy.'));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(['streamNotifications'], { unread: 120 });
  renderRoutes([{ path: '/', element: <NotificationBell userId={sessionUser.id} /> }], '/', { queries });
  expect(screen.getByText('99+')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Notifications, 120 unread' }));
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  respondTo('listNotifications', () => json({ data: [], unread: 120, page: 1, numOfPages: 1 }));
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(
    await screen.findByText('No notifications yet. Activity on your account will appear here.'),
  ).toBeInTheDocument();
});
