import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import LoanCalculatorScreen from '../loan-calculator-screen.tsx';
import { fakeApi } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';

fakeApi();

const path = '/finance/loan-calculator';
const terms = 'amount=1000&months=2&rate=6&compounding=monthly';
const figure = (label: string) =>
  within(screen.getByRole('region', { name: 'Result' })).getByText(label).nextElementSibling;
const keep = (options: string) => `keep=${encodeURIComponent(`${terms}&${options}`)}`;

/** By text, as to find by role takes long among so many fields. */
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

/** A cell of the first scenario to compare. */
const comparedFigure = (label: string) =>
  screen.getByText(label, { selector: 'th[scope=row]' }).closest('tr')!.children[2];

async function openScenario(fragment: string) {
  const opened = renderAt(path, LoanCalculatorScreen, `${path}?${terms}#what-if&${fragment}`);
  await screen.findByText('Against the plain loan');
  return opened;
}

test('WHAT IF states the additional cost of the options, and the difference from the scenarios beside it', async () => {
  await openScenario(`payments=weekly&basis=half_monthly&${keep('fees=999')}`);
  await waitFor(() => expect(comparedFigure('Total interest')).toHaveTextContent('$7.51+$2.32'));
  expect(comparedFigure('Comparison rate')).toHaveTextContent('none');
  expect(comparedFigure('Options')).toHaveTextContent('$999');
  expect(screen.getAllByText(/^Each payment is a quarter of the monthly one\./).length).toBeGreaterThan(0);
});

test('WHAT IF states that the loan costs more interest and takes as long, and that there is no comparison rate', async () => {
  await openScenario(`interest_only=1&fees=999&${keep('extra=5')}`);
  await waitFor(() => expect(figure('More interest')).toHaveTextContent('$2.49'));
  const [rateOfAll] = screen.getAllByText('Comparison rate');
  expect(rateOfAll?.nextElementSibling).toHaveTextContent('none');
  expect(comparedFigure('Total interest')).toHaveTextContent('$7.48−$2.52');
});

test('WHAT IF names each payment and each rate, and increases every rate', async () => {
  await openScenario('interest_only=1&rate_from=7:2');
  await waitFor(() =>
    expect(figure('Monthly Payment')).toHaveTextContent('$5.00 for 1 payment, then $1,005.83'),
  );
  expect(
    screen.getAllByText(/^(?:\$1,000\.00: )?2 monthly payments at 6% a year, 7% from payment 2, compounding/),
  ).toHaveLength(2);
  fireEvent.click(screen.getByText('More'));
  fireEvent.click(screen.getByText('If Rates Move'));
  const raised = await screen.findByText('$6.67 for 1 payment, then $1,007.50');
  expect(raised.closest('tr')).toHaveTextContent('+2');
});

test('WHAT IF removes an extra repayment with Remove, and all options with Reset', async () => {
  await openScenario('extra=5&lump=7:1');
  expect(screen.getByLabelText('Extra amount')).toHaveValue('5');
  fireEvent.click(screen.getByLabelText(/^Remove extra/));
  expect(screen.queryByLabelText('Extra amount')).toBeNull();
  press('Reset Options');
  expect(screen.queryByLabelText('Lump sum')).toBeNull();
});

test('WHAT IF finds the extra repayment for a date, and reports a date that cannot be reached or needs no extra repayment', async () => {
  await openScenario('start=2026-01-31');
  fireEvent.click(screen.getByText('More'));
  fireEvent.click(screen.getByText('Paid Off by a Date'));
  const end = await screen.findByLabelText('Paid off by');
  press('Find Extra Repayment');
  expect(end).toHaveAccessibleDescription(/^Required\./);
  fireEvent.change(end, { target: { value: '2026-02-01' } });
  press('Find Extra Repayment');
  expect(end).toHaveAccessibleDescription(/^No payment is due by then\./);
  fireEvent.change(end, { target: { value: '2026-02-28' } });
  press('Find Extra Repayment');
  expect(await screen.findByText(/^\$501\.25 extra with every payment ends the loan by/)).toBeInTheDocument();
  fireEvent.change(end, { target: { value: '2026-03-31' } });
  press('Find Extra Repayment');
  expect(await screen.findByText(/^Nothing extra is needed: the loan ends by/)).toBeInTheDocument();
});
