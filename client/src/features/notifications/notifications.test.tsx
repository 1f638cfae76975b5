import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { timestamp, signInAsStaff, expectRefusal, expectRetry, id, listOf } from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const news = {
  id,
  title: 'News',
  text: 'Read it.',
  level: 'info',
  link: null,
  created_at: timestamp,
  read_at: null,
};

test.each([
  ['/dashboard', 'Your notices could not be loaded.', /^You have no unread notices/],
  ['/notifications', 'Failed to fetch notifications', /^No notifications yet/],
] as const)('%s says that the list could not be read, and reads again on request', (path, failure, none) =>
  expectRetry(path, 'listNotifications', failure, none),
);

test('the list reports why a notification could not be marked as read', () =>
  expectRefusal('/notifications', 'readNotifications', { listNotifications: listOf(news) }, [
    'Mark as read News',
  ]));
