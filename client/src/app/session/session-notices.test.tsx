import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { advanceClock, installFakeClock } from '#test/fake-clock.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { storeLogoutTime } from '#session/session.ts';
import { SessionNotices } from './session-notices.tsx';

fakeApi();
beforeEach(() => void installFakeClock());

const title = () => screen.queryByText('AUTOMATIC LOGOUT WITHIN 5 MINUTES');

test('a notice appears five minutes before the automatic logout', async () => {
  respondTo('getUser', () => json(sessionUser));
  const session = signInUser();
  storeLogoutTime(Date.now() + 301_000);
  renderRoutes([{ path: '/', element: <SessionNotices session={session} /> }], '/');
  expect(title()).not.toBeInTheDocument();
  await advanceClock(10_000);
  expect(title()).toBeInTheDocument();
});
