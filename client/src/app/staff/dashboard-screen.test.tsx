import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, gate, json, refusal } from '#test/fake-api.ts';
import { pass, stopClock, until } from '#test/fake-clock.ts';
import { renderAt } from '#test/render-at.tsx';
import { agent, signedIn } from '#test/fake-session.ts';
import DashboardScreen from './dashboard-screen.tsx';

fakeApi();

beforeEach(() => {
  signedIn({ user: { ...agent, is_staff: true } });
  const signIns = { ...failedSignIns, key: 'sign_ins', label: 'Sign-ins', previous_total: 4 };
  respondTo('getReport', () => json({ data: { series: [signIns, failedSignIns], top: [] } }));
});

const failedSignIns = {
  key: 'failed_sign_ins',
  label: 'Failed sign-ins',
  unit: 'sign-ins',
  total: 7,
  previous_total: null,
  complete_from: null,
  points: [
    { start: '2026-01-31T00:00:00.000Z', value: 2 },
    { start: '2026-01-31T01:00:00.000Z', value: 5 },
  ],
} as const;

const signInsOf = (total: number) =>
  json({ data: { series: [{ ...failedSignIns, total, points: [] }], top: [] } });
const well = () => json({ status: 'ok', checks: { database: 'ok' } });
const shown = (text: RegExp) => screen.queryByText(text) !== null;

const openDashboard = () => renderAt('/admin/dashboard', DashboardScreen);

describe('the dashboard', () => {
  test('welcomes the agent, says that everything is logged, and shows the breach attempt that never moves', async () => {
    respondTo('getReadiness', well);
    // On a busy machine too, the check is not a slow one.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    openDashboard();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('WELCOME, AGENT mata');
    expect(screen.getByText('All actions are logged.')).toBeInTheDocument();
    expect(screen.getByText('SURVEILLANCE IS ACTIVE')).toBeInTheDocument();
    expect(screen.getByText('2025-03-14 03:14:15')).toBeInTheDocument();
    expect(screen.getByText('ONLINE')).toBeInTheDocument();
    expect(await screen.findByText(/^The health check passed \(database\)/)).toBeInTheDocument();
    expect(await screen.findByText(/Most in the hour from 01:00: 5\.$/)).toBeInTheDocument();
    expect(screen.getByText('Sign-ins').parentElement).toHaveTextContent(/7all of yesterday: 4$/);
    expect(screen.getByText('Failed sign-ins').parentElement).toHaveTextContent(/yesterday is not complete$/);
    expect(screen.getByRole('link', { name: '7' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/ip-address\?action=login_failed&created_after=\d{4}-\d\d-\d\d$/),
    );
  });

  test('says in an alert above ONLINE that the health check failed, and when it passes again', async () => {
    stopClock();
    respondTo('getReadiness', ({ index }) =>
      index === 0
        ? HttpResponse.json({ status: 'unavailable', checks: { database: 'failed' } }, { status: 503 })
        : well(),
    );
    openDashboard();
    await until(() => shown(/^The last health check failed: the server says that it cannot serve/));
    const online = screen.getByText('ONLINE');
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('The last health check failed');
    expect(alert.compareDocumentPosition(online)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await pass(30_000);
    await until(() => shown(/^The health check passed/));
  });

  test.each([
    ['without failures says so', () => signInsOf(0), /None so far\.$/],
    [
      'says that they could not be counted',
      () => refusal('unavailable', 'Busy.'),
      'Failed to fetch the report: Busy.',
    ],
  ])('of today’s sign-ins %s', async (_, respond, text) => {
    respondTo('getReadiness', () => HttpResponse.error());
    respondTo('getReport', respond);
    openDashboard();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(await screen.findByText(/^The last health check failed: the server did not/)).toBeInTheDocument();
  });

  test('says that the server works while its audit trail cannot be sealed', async () => {
    respondTo('getReadiness', () =>
      json({ status: 'ok', checks: { database: 'ok', audit_seals: 'failed' } }),
    );
    openDashboard();
    expect(
      await screen.findByText(/^The server works, but a check failed: audit seals\./),
    ).toBeInTheDocument();
  });

  test('says that the health check passed slowly', async () => {
    respondTo('getReadiness', well);
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 2_500));
    openDashboard();
    expect(await screen.findByText(/^The health check passed, but slowly/)).toBeInTheDocument();
  });

  test('says that the health check is slow', async () => {
    stopClock();
    const held = gate();
    respondTo('getReadiness', async () => {
      await held.opened;
      return well();
    });
    openDashboard();
    await pass(1_900);
    expect(shown(/^Running the health check/)).toBe(true);
    await pass(200);
    expect(shown(/^The health check is taking longer than it should/)).toBe(true);
    held.open();
    await until(() => !shown(/taking longer/));
  });
});
