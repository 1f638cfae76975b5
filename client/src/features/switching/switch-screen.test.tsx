import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { switchLoan } from 'contract/scenarios/switching.ts';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { fakeApi, gate, json, respondTo } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { press, renderRoutes } from '#test/render-at.tsx';
import SwitchScreen from './switch-screen.tsx';

fakeApi();

const path = '/finance/switch';
const example = switchLoan.responses[200].example as object;
const hashOf = (rate: string) =>
  `#owed=420000&months=300&rate=6.5&compounding=monthly&offer=rate%3D${rate}%26costs%3D1200`;

const open = (hash = '') => renderRoutes([{ path, Component: SwitchScreen }], path + hash);

const costs = () => screen.getByLabelText('Costs of Switching');
/** In one event, so that one calculation follows. */
function changeCosts() {
  act(() => costs().focus());
  fireEvent.change(costs(), { target: { value: '1300' } });
}
const summary = () => screen.getByRole('region', { name: 'Summary' });
const figures = /^\$0\.25 less than staying$/;

/** Opens a link, and resolves with its result. */
async function openResult() {
  const opened = open(hashOf('5.9'));
  await within(await screen.findByRole('region', { name: 'Summary' })).findByText(figures);
  return opened;
}

describe('a change of the terms', () => {
  test('that only the server refuses is reported below the fields, and the previous figures remain', async () => {
    respondTo('switchLoan', ({ index }) => {
      if (index === 0) return json(example);
      const details = {
        'offers.0.switching_costs': ['The server knows why.'],
        'current.annual_interest_rate': ['This, too.'],
      };
      return HttpResponse.json(
        { msg: 'Invalid input.', code: 'validation_failed', request_id: 'r', details },
        { status: 400 },
      );
    });
    await openResult();
    changeCosts();
    await waitFor(() => expect(costs()).toHaveAccessibleDescription(/^The server knows why\./));
    expect(costs()).toBeInvalid();
    expect(costs()).toHaveFocus();
    const today = screen.getByRole('group', { name: 'Today' });
    expect(within(today).getByLabelText('Rate (%)')).toHaveAccessibleDescription(/^This, too\./);
    expect(within(summary()).getByText(figures)).toBeVisible();
    expect(within(summary()).queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  test('that fails without a network keeps the previous figures with the reason, and is tried again', async () => {
    respondTo('switchLoan', ({ index }) => (index === 1 ? HttpResponse.error() : json(example)));
    await openResult();
    changeCosts();
    const again = await within(summary()).findByRole('button', { name: 'Try Again' });
    expect(within(summary()).getByRole('alert')).toHaveTextContent('The server cannot be reached.');
    expect(within(summary()).getByText(figures)).toBeVisible();
    await userEvent.click(again);
    await waitFor(() => expect(within(summary()).queryByRole('alert')).toBeNull());
    expect(within(summary()).getByText(figures)).toBeVisible();
    expect(within(summary()).queryByText('TERMS CHANGED')).toBeNull();
  });
});

test('three offers can be added, and removing one moves the focus to the button that adds the next', async () => {
  open();
  for (const name of ['Offer 2', 'Offer 3']) {
    await press('Add an offer');
    const rate = within(screen.getByRole('group', { name })).getByLabelText('Rate (%)');
    await waitFor(() => expect(rate).toHaveFocus());
    expect(screen.getByText(`${name} added.`)).toBeInTheDocument();
  }
  expect(screen.queryByRole('button', { name: 'Add an offer' })).toBeNull();
  await press('Remove Offer 2');
  expect(screen.getByRole('button', { name: 'Add an offer' })).toHaveFocus();
  expect(screen.getByText('Offer 2 removed.')).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Offer 3' })).toBeNull();
});

test('a link that is opened right after a result remains in the URL while its own result loads', async () => {
  installFakeClock();
  const second = gate();
  const received = respondTo('switchLoan', async ({ index }) => {
    if (index === 1) await second.opened;
    return json(example);
  });
  const { router } = open(hashOf('5.90'));
  await waitUntil(() => screen.queryAllByText(/less than staying/).length > 0);
  await act(() => router.navigate(path + hashOf('6.10')));
  await waitUntil(() => received.length === 2);
  await advanceClock(500);
  expect(router.state.location.hash).toBe(hashOf('6.10'));
  second.open();
  await waitUntil(() => !document.querySelector('[aria-busy="true"]'));
  await advanceClock(500);
  expect(router.state.location.hash).toBe(hashOf('6.10'));
  await act(() => router.navigate(-1));
  expect(router.state.location.hash).toBe(hashOf('5.90'));
});
