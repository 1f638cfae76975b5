import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { press, renderRoutes } from '#test/render-at.tsx';
import { loan, loanInput, signInAsStaff } from '#test/render-screen.tsx';
import SwitchScreen from './switch-screen.tsx';

fakeApi();

const path = '/finance/switch';
const open = () => renderRoutes([{ path, Component: SwitchScreen }], path);

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

const rateOf = (name: string) => within(screen.getByRole('group', { name })).getByLabelText('Rate (%)');

test('the loan that the user saved last fills in today’s terms and keeps the offer', async () => {
  signInAsStaff();
  const shared = { ...loan, id: 'f', name: 'Of a friend', shared_by: { id: '9', username: 'grace' } };
  respondTo('listCalculations', () => json({ data: [shared, loan], totalCalculation: 2 }));
  open();
  await userEvent.type(rateOf('Offer 1'), '5.5');
  await userEvent.click(await screen.findByRole('link', { name: `From your loan: ${loan.name}` }));
  await waitFor(() => expect(rateOf('Today')).toHaveValue(String(loanInput.annual_interest_rate)));
  expect(rateOf('Offer 1')).toHaveValue('5.5');
});
