import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { calculateScenario } from 'contract/scenarios/scenarios.ts';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import LoanCalculatorScreen from '../loan-calculator-screen.tsx';
import { fakeApi, gate, json, respondTo } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
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

const scenario = calculateScenario.responses[200].example as { data: { amortization_schedule: object[] } };
const dearer = {
  total_interest_paid: 9,
  total_cost: 1009,
  payoff_period: 14,
  comparison_rate_percent: null,
};

/** Weekly payments come to more than monthly ones. */
async function openScenario(fragment: string) {
  respondTo('calculateScenario', ({ body }) => {
    const isWeekly = (body as { payment_frequency: string }).payment_frequency === 'weekly';
    return json({ ...scenario, data: { ...scenario.data, ...(isWeekly && dearer) } });
  });
  respondTo('calculatePrincipal', () => json(calculatePrincipal.responses[200].example as object));
  renderAt(path, LoanCalculatorScreen, `${path}?${terms}#what-if&${fragment}`);
  await screen.findByText('Against the plain loan');
}

test('WHAT IF states the additional cost of the options, and the difference from the scenarios beside it', async () => {
  await openScenario(`basis=half_monthly&extra=1&${keep('payments=weekly&basis=half_monthly')}`);
  await waitFor(() => expect(comparedFigure('Total interest')).toHaveTextContent('$9.00+$1.99'));
  expect(comparedFigure('Comparison rate')).toHaveTextContent('none');
  expect(comparedFigure('Paid off in')).toHaveTextContent('2 months later');
  expect(comparedFigure('Options')).toHaveTextContent('Each payment is a quarter of the monthly one.');
  expect(screen.getAllByText(/^Each payment is half of the monthly one\./).length).toBeGreaterThan(0);
});

test('WHAT IF states that the loan takes longer, and that there is no comparison rate', async () => {
  await openScenario(`payments=weekly&${keep('extra=5')}`);
  await waitFor(() => expect(figure('Time longer')).toHaveTextContent('2 months'));
  expect(figure('More interest')).toHaveTextContent('$1.99');
  const [rateOfAll] = screen.getAllByText('Comparison rate');
  expect(rateOfAll?.nextElementSibling).toHaveTextContent('none');
  expect(await screen.findByText('2 months earlier')).toBeInTheDocument();
});

test('WHAT IF names each payment and each rate, and increases every rate', async () => {
  const row = { ...scenario.data.amortization_schedule[0], extra_paid: 0, payment_amount: 10 };
  const received = respondTo('calculateScenario', ({ body }) => {
    const { annual_interest_rate: rate } = body as { annual_interest_rate: string };
    const rows = [
      { ...row, period: 1, annual_interest_rate: Number(rate) },
      { ...row, period: 2, annual_interest_rate: Number(rate) + 1, payment_amount: 10 + Number(rate) },
    ];
    return json({ ...scenario, data: { ...scenario.data, amortization_schedule: rows } });
  });
  respondTo('calculatePrincipal', () => json(calculatePrincipal.responses[200].example as object));
  renderAt(path, LoanCalculatorScreen, `${path}?${terms}#what-if&interest_only=1&rate_from=7:2`);
  await waitFor(() =>
    expect(figure('Monthly Payment')).toHaveTextContent('$10.00 for 1 payment, then $16.00'),
  );
  expect(
    screen.getAllByText(/^(?:\$1,000\.00: )?2 monthly payments at 6% a year, 7% from payment 2, compounding/),
  ).toHaveLength(2);
  fireEvent.click(screen.getByText('If Rates Move'));
  const raised = await screen.findByText('$10.00 for 1 payment, then $18.00');
  expect(raised.closest('tr')).toHaveTextContent('+2');
  expect(received.at(-1)?.body).toMatchObject({
    annual_interest_rate: '9',
    rate_changes: [{ period: '2', annual_interest_rate: '10' }],
  });
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
  const details = { target_periods: ['Too early.'] };
  const solves = respondTo('solveLoan', ({ index }) =>
    index === 0
      ? HttpResponse.json({ msg: 'No.', code: 'validation_failed', details }, { status: 400 })
      : json({ data: { amount: 0 } }),
  );
  await openScenario('start=2026-01-31');
  fireEvent.click(screen.getByText('Paid Off by a Date'));
  const end = await screen.findByLabelText('Paid off by');
  press('Find Extra Repayment');
  expect(end).toHaveAccessibleDescription(/^Required\./);
  fireEvent.change(end, { target: { value: '2026-02-01' } });
  press('Find Extra Repayment');
  expect(end).toHaveAccessibleDescription(/^No payment is due by then\./);
  expect(solves).toHaveLength(0);
  fireEvent.change(end, { target: { value: '2026-03-31' } });
  press('Find Extra Repayment');
  await waitFor(() => expect(end).toHaveAccessibleDescription(/^Too early\./));
  press('Find Extra Repayment');
  expect(await screen.findByText(/^Nothing extra is needed: the loan ends by/)).toBeInTheDocument();
});

const isSecond = (body: unknown) => JSON.stringify(body).includes('"amount":"3.00"');

test('WHAT IF does not overwrite a link in the URL that is opened right after a result, while its own result loads', async () => {
  installFakeClock();
  const second = gate();
  const received = respondTo('calculateScenario', async ({ body }) => {
    if (isSecond(body)) await second.opened;
    return json(scenario);
  });
  respondTo('calculatePrincipal', () => json(calculatePrincipal.responses[200].example as object));
  const { router } = renderAt(path, LoanCalculatorScreen, `${path}?${terms}#what-if&extra=2.00`);
  await advanceClock(30);
  await waitUntil(() => screen.queryAllByText(/^\$2.00 extra with each payment/).length > 0);
  await act(() => router.navigate(`${path}?${terms}#what-if&extra=3.00`));
  await advanceClock(30);
  await waitUntil(() => received.some(({ body }) => isSecond(body)));
  await advanceClock(500);
  expect(router.state.location.hash).toBe('#what-if&extra=3.00');
  second.open();
});
