import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import DashboardScreen from './dashboard-screen.tsx';

fakeApi();

beforeEach(() => {
  signInUser({ user: { ...sessionUser, is_staff: true } });
  const signIns = { ...failedSignIns, key: 'sign_ins', label: 'Sign-ins', previous_by_now: 4 };
  respondTo('getReport', () => json({ data: { series: [signIns, failedSignIns], top: [] } }));
});

const failedSignIns = {
  key: 'failed_sign_ins',
  label: 'Failed sign-ins',
  unit: 'sign-ins',
  total: 7,
  previous_total: 0,
  previous_by_now: null,
  complete_from: null,
  points: [
    { start: '2026-01-31T00:00:00.000Z', value: 2 },
    { start: '2026-01-31T01:00:00.000Z', value: 5 },
  ],
} as const;

const respondWithFailedSignIns = (total: number) =>
  json({ data: { series: [{ ...failedSignIns, total, points: [] }], top: [] } });
const respondHealthy = () => json({ status: 'ok', checks: { database: 'ok' } });
const isDisplayed = (text: RegExp) => screen.queryByText(text) !== null;

const notification = { text: 'Text.', level: 'info', created_at: '2026-01-31T00:00:00.000Z', read_at: null };

const openDashboard = () => renderAt('/admin/dashboard', DashboardScreen);

describe('the dashboard', () => {
  test('welcomes the agent, states that all actions are logged, and displays a constant breach attempt', async () => {
    respondTo('getReadiness', respondHealthy);
    // The clock is stopped, so that a busy machine does not make the check slow.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    openDashboard();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('WELCOME, AGENT mata');
    expect(screen.getByText('All actions are logged.')).toBeInTheDocument();
    expect(screen.getByText('SURVEILLANCE IS ACTIVE.')).toBeInTheDocument();
    expect(screen.getByText('2025-03-14').closest('time')).toHaveTextContent('2025-03-14 03:14:15');
    expect(screen.getByText('ONLINE')).toBeInTheDocument();
    expect(await screen.findByText(/^The health check passed \(database\)/)).toBeInTheDocument();
    expect(await screen.findByText(/Most in the hour from 01:00: 5\./)).toBeInTheDocument();
    expect(screen.getByText('No open alerts.')).toBeInTheDocument();
    expect(screen.getByText('Sign-ins').parentElement).toHaveTextContent(/74 yesterday by \d\d:\d\d$/);
    expect(screen.getByText('Failed sign-ins').parentElement).toHaveTextContent(/yesterday is not complete$/);
    expect(screen.getByRole('link', { name: '7' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/ip-address\?action=login_failed&created_after=\d{4}-\d\d-\d\d$/),
    );
  });

  test('has the figures of the new day after midnight', async () => {
    installFakeClock(Date.parse('2026-01-31T23:59:30Z'));
    respondTo('getReadiness', respondHealthy);
    const reports = respondTo('getReport', () => respondWithFailedSignIns(3));
    openDashboard();
    await waitUntil(() => isDisplayed(/^2026-01-31, 00:00 to 23:59 UTC$/));
    await advanceClock(60_000);
    await waitUntil(() => isDisplayed(/^2026-02-01, 00:00 to 00:00 UTC$/));
    expect(reports.map(({ body }) => (body as { from: string }).from)).toContain('2026-02-01');
  });

  test('leads with the alerts that the agent has not read, and not with other notifications', async () => {
    respondTo('getReadiness', respondHealthy);
    const lists = respondTo('listNotifications', () =>
      json({
        data: [
          {
            ...notification,
            id: 'a',
            kind: 'attack',
            title: 'Failed sign-ins',
            link: '/admin/ip-address?a=b',
          },
          { ...notification, id: 'b', kind: 'friend_request', title: 'Friend request', link: null },
        ],
        unread: 2,
      }),
    );
    const read = respondTo('readNotifications', () => json({ msg: 'Marked as read.', unread: 1 }));
    openDashboard();
    const alerts = await screen.findByRole('region', { name: 'Open Alerts' });
    expect(alerts).not.toHaveTextContent('Friend request');
    expect(alerts).toHaveTextContent('2026-01-31 00:00:00 UTC');
    expect(new URL(lists[0]!.request.url).searchParams.get('unread')).toBe('true');
    const open = within(alerts).getByRole('link', { name: 'Open Failed sign-ins' });
    expect(open).toHaveAttribute('href', '/admin/ip-address?a=b');
    open.click();
    await waitFor(() => expect(read[0]?.body).toEqual({ ids: ['a'] }));
  });

  test('the focus goes from an alert that is read to the next one, and from the last to the text that none is open', async () => {
    respondTo('getReadiness', respondHealthy);
    let alerts = ['first', 'second'].map((title) => ({
      ...notification,
      id: title,
      kind: 'attack',
      title,
      link: null,
    }));
    respondTo('listNotifications', () => json({ data: alerts, unread: alerts.length }));
    respondTo('readNotifications', ({ body }) => {
      alerts = alerts.filter(({ id }) => id !== (body as { ids: string[] }).ids[0]);
      return json({ msg: 'Marked as read.', unread: alerts.length });
    });
    openDashboard();
    const first = await screen.findByRole('button', { name: 'Mark as read first' });
    const second = screen.getByRole('button', { name: 'Mark as read second' });
    first.focus();
    first.click();
    await waitFor(() => expect(second).toHaveFocus());
    second.click();
    await waitFor(() => expect(screen.getByText('No open alerts.').closest('[tabindex]')).toHaveFocus());
  });

  test('displays a failed health check in an alert beside ONLINE, and the result of the next check', async () => {
    installFakeClock();
    respondTo('getReadiness', ({ index }) =>
      index === 0
        ? HttpResponse.json({ status: 'unavailable', checks: { database: 'failed' } }, { status: 503 })
        : respondHealthy(),
    );
    openDashboard();
    await waitUntil(() =>
      isDisplayed(/^The last health check failed: the server reports that it cannot serve/),
    );
    expect(screen.getByText('ONLINE')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('The last health check failed');
    await advanceClock(30_000);
    await waitUntil(() => isDisplayed(/^The health check passed/));
  });

  test.each([
    ['that no sign-in has failed today', () => respondWithFailedSignIns(0), /None so far today\./],
    [
      'that the report of failed sign-ins could not be fetched',
      () => refusal('unavailable', 'Busy.'),
      'Failed to fetch the report: Busy.',
    ],
  ])('displays %s', async (_, respond, text) => {
    respondTo('getReadiness', () => HttpResponse.error());
    respondTo('getReport', respond);
    openDashboard();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(await screen.findByText(/^The last health check failed: the server did not/)).toBeInTheDocument();
  });

  test('displays that the server works but cannot seal its audit trail', async () => {
    respondTo('getReadiness', () =>
      json({ status: 'ok', checks: { database: 'ok', audit_seals: 'failed' } }),
    );
    openDashboard();
    expect(
      await screen.findByText(/^The server works, but a check failed: audit seals\./),
    ).toBeInTheDocument();
  });

  test('displays that the health check passed slowly', async () => {
    respondTo('getReadiness', respondHealthy);
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 2_500));
    openDashboard();
    expect(await screen.findByText(/^The health check passed, but slowly/)).toBeInTheDocument();
  });

  test('displays that the health check takes longer than it should', async () => {
    installFakeClock();
    const responseGate = createGate();
    respondTo('getReadiness', async () => {
      await responseGate.opened;
      return respondHealthy();
    });
    openDashboard();
    await advanceClock(1_900);
    expect(isDisplayed(/^Running the health check/)).toBe(true);
    await advanceClock(200);
    expect(isDisplayed(/^The health check is taking longer than it should/)).toBe(true);
    responseGate.open();
    await waitUntil(() => !isDisplayed(/taking longer/));
  });
});
