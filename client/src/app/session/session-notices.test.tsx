import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { pass, stopClock } from '#test/fake-clock.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { agent, signedIn } from '#test/fake-session.ts';
import { storeLogoutTime } from '#session/session.ts';
import { SessionNotices } from './session-notices.tsx';

fakeApi();
beforeEach(() => void stopClock());

const title = () => screen.queryByText('AUTOMATIC LOGOUT WITHIN 5 MINUTES');

test('a notice appears five minutes before the automatic logout', async () => {
  respondTo('getUser', () => json(agent));
  const session = signedIn();
  storeLogoutTime(Date.now() + 301_000);
  renderRoutes([{ path: '/', element: <SessionNotices session={session} /> }], '/');
  expect(title()).not.toBeInTheDocument();
  await pass(10_000);
  expect(title()).toBeInTheDocument();
});
