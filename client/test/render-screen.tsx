import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OperationName } from 'contract/operations.ts';
import { HttpResponse } from 'msw';
import { matchPath } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { json, refusal, respondTo } from './fake-api.ts';
import { enter, errorOf, renderAt } from './render-at.tsx';
import { someUser } from './render-user.tsx';
import { sessionUser, signInUser } from './fake-session.ts';
import { routes } from '#app/routing/routes.ts';
import { toast } from '#ui/feedback/toast.ts';

export type Responses = Partial<Record<OperationName, object>>;

/** One page of any list. The name of the field with the total differs from list to list. */
export const listOf = (...data: object[]) => {
  const totals = ['Access', 'Attempt', 'Audit', 'Calculation', 'Notice', 'Notification', 'Question', 'User'];
  return {
    data,
    page: 1,
    numOfPages: 1,
    ...Object.fromEntries(totals.map((noun) => [`total${noun}`, data.length])),
  };
};

/** Empty responses; other lists respond with `not_found`. */
const emptyResponses: Responses = {
  getReport: { data: { series: [], top: [{ key: 'busiest_users', label: 'Busiest users', rows: [] }] } },
  getCalculation: { changes: [] },
  getPreferences: { share_training: false },
  listAccesses: listOf(),
  listAttempts: listOf(),
  listCalculations: listOf(),
  listCategories: listOf(),
  listDatasets: listOf(),
  listDevices: listOf(),
  listInvitations: { data: [], totalInvitation: 0, left: null, numOfPages: 0, page: 1 },
  listNotifications: { ...listOf(), unread: 0 },
  listLoans: { data: [], invitations: [] },
  listObjectives: listOf(),
  listRefreshes: { is_on: false, data: [] },
  listSecondFactors: { ...listOf(), recovery_codes_left: 0 },
  listSessions: listOf(),
  listSettings: { ...listOf(), version: 1 },
  listSignIns: listOf(),
  listTokens: listOf(),
  listTrainingCategories: listOf(),
  listTrainingFriends: listOf(),
};

export function respondWith(responses: Responses) {
  for (const [name, body] of Object.entries(responses)) respondTo(name as OperationName, () => json(body));
}

export const refuseOperation = (name: OperationName) =>
  respondTo(name, () => refusal('unavailable', 'Busy.'));

export function signInAsStaff() {
  signInUser({ user: { ...sessionUser, is_staff: true } });
  respondWith({ getUser: someUser({ is_staff: true }), ...emptyResponses });
}

/** Renders the screen at the URL, without the layout. */
export async function openScreen(url: string) {
  const [pathname = ''] = url.split(/[?#]/);
  const route = routes.find(({ path }) => matchPath(path, pathname));
  const module = await route?.load?.();
  if (!route || !module) throw new Error(`No screen is loaded at ${url}`);
  return renderAt(route.path, module.default, url);
}

export const profilePath = `/user-profile/${sessionUser.id}`;

export const timestamp = '2026-01-31T02:03:04.567Z';
export const id = '01930a4e-7c00-7000-8000-000000000007';

export const category = {
  id,
  name: 'Loans',
  description: '',
  position: 1,
  question_count: 0,
  published_count: 0,
};
export const loanInput = {
  total_loan_amount: 5000,
  duration_months: 12,
  annual_interest_rate: 6,
  compounding_frequency: 'daily',
};
export const loan = {
  id,
  name: 'Home',
  kind: 'loan',
  input: loanInput,
  variable_rate: false,
  summary: {},
  date_updated: timestamp,
  shared_by: null,
};

/** The labels of the controls to press and of the fields to fill in, in order. */
export type Presses = readonly (string | RegExp | { label: string; text: string })[];

export async function pressAll(presses: Presses) {
  for (const name of presses) {
    if (typeof name === 'object' && 'text' in name) {
      await waitFor(() => enter(name.label, name.text));
      continue;
    }
    const control = await waitFor(
      () => screen.queryByRole('button', { name }) ?? screen.getByRole('checkbox', { name }),
    );
    fireEvent.click(control);
  }
}

/** Expects that the screen displays a failed query, and that Try Again refetches it. */
export async function expectRetry(path: string, name: OperationName, failure: string, emptyText: RegExp) {
  refuseOperation(name);
  await openScreen(path);
  expect((await screen.findByText(failure)).closest('[role="alert"]')).toHaveTextContent('Busy.');
  const body = emptyResponses[name];
  respondTo(name, () => (body ? json(body) : refusal('not_found', 'Not found.')));
  fireEvent.click(screen.getByText('Try Again'));
  expect(await screen.findByText(emptyText)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(failure)).not.toBeInTheDocument());
}

const displayedTexts = () => JSON.stringify(vi.mocked(toast.error).mock.calls) + document.body.textContent;

/** Expects that the screen displays why a change is refused, and sends it once. */
export async function expectRefusal(
  path: string,
  name: OperationName,
  responses: Responses,
  presses: Presses,
) {
  respondWith(responses);
  const requests = refuseOperation(name);
  await openScreen(path);
  await pressAll(presses);
  await waitFor(() => expect(displayedTexts()).toContain('Busy.'));
  expect(requests).toHaveLength(1);
}

/** Expects that the screen displays the server's field errors beside the field. */
export async function expectFieldRefusal(
  path: string,
  { name, field, label }: { name: OperationName; field: string; label: string },
  responses: Responses,
  presses: Presses,
) {
  respondWith(responses);
  const details = { [field]: ['Too', 'odd.'] };
  respondTo(name, () =>
    HttpResponse.json({ msg: 'No.', code: 'validation_failed', details }, { status: 400 }),
  );
  await openScreen(path);
  await pressAll(presses);
  await waitFor(() => expect(errorOf(label)).toBe('Too odd.'));
}

/** Expects that the screen displays each text after the presses. */
export async function expectTexts(path: string, responses: Responses, presses: Presses, ...texts: string[]) {
  respondWith(responses);
  await openScreen(path);
  await pressAll(presses);
  for (const text of texts) await waitFor(() => expect(document.body).toHaveTextContent(text));
}
