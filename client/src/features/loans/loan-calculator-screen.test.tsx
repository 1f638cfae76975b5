import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay } from 'msw';
import { describe, expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import {
  amountField,
  calculate,
  compoundingField,
  enterMonths,
  enterRate,
  exampleResponse,
  figureValue,
  fillForm,
  termsQuery,
  durationField,
  openCalculator,
  rateField,
} from '#test/loan-calculator.tsx';
import { enter, press } from '#test/render-at.tsx';
import { toast } from '#ui/feedback/toast.ts';

fakeApi();

describe('calculatePrincipal', () => {
  test('sends the fields as they were typed, and displays the whole result', async () => {
    const received = respondTo('calculatePrincipal', () => json(exampleResponse));
    openCalculator();
    fillForm();
    enter('Total Loan Amount', ' 1000.00 ');
    await userEvent.selectOptions(compoundingField(), 'Daily');
    await press('Calculate');
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    expect(received.map(({ body }) => body)).toEqual([
      {
        total_loan_amount: '1000.00',
        duration_months: '2',
        annual_interest_rate: '6',
        compounding_frequency: 'daily',
      },
    ]);
    expect(figureValue('Total Payments')).toHaveTextContent('$1,007.51');
    expect(figureValue('Total Interest')).toHaveTextContent('$7.51');
    expect(figureValue('Loan Amount')).toHaveTextContent('$1,000.00');
    expect(figureValue('Final Payment')).toHaveTextContent('$503.76');
    expect(figureValue('Effective Monthly Rate')).toHaveTextContent('0.50000%');
    expect(figureValue('Interest to Principal')).toHaveTextContent('0.75%');
    expect(screen.getByText('2 monthly payments at 6% a year, compounding daily.')).toBeVisible();
    const breakdown = await screen.findByRole('region', { name: 'Breakdown of Total Payments' });
    expect(await within(breakdown).findByRole('img')).toHaveAccessibleName(
      'Doughnut chart: principal $1,000.00, interest $7.51',
    );
    expect(await screen.findAllByRole('row')).toHaveLength(3);
  });

  test('displays the server’s message as a toast, and its own message if the server sends none', async () => {
    respondTo('calculatePrincipal', ({ index }) =>
      json({ ...exampleResponse, msg: index === 0 ? 'Computed.' : '' }),
    );
    openCalculator();
    await calculate();
    await waitFor(() => expect(toast.success).toHaveBeenCalledExactlyOnceWith('Computed.'));
    await press('Calculate');
    await waitFor(() => expect(toast.success).toHaveBeenCalledTimes(2));
    expect(toast.success).toHaveBeenLastCalledWith('Calculation successful!');
  });

  test('announces the outcome, and explains beside the final payment why it differs', async () => {
    openCalculator(termsQuery);
    const announced = await screen.findByText('Monthly payment $503.75, total interest $7.51.');
    expect(screen.getAllByRole('status')).toContain(announced);
    expect(await screen.findByText(/^\$0\.01 more than the first one: /)).toBeVisible();
  });

  test('keeps the old figures during a slow response, and ignores a second press of the button', async () => {
    const received = respondTo('calculatePrincipal', async ({ index }) => {
      if (index > 0) await delay('infinite');
      return json(exampleResponse);
    });
    openCalculator();
    await calculate();
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    await screen.findByRole('table');
    await press('Calculate');
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Result' })).toHaveAttribute('aria-busy', 'true'),
    );
    expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75');
    expect(screen.getByRole('table')).toBeVisible();
    await press('Calculate');
    await waitFor(() => expect(received).toHaveLength(2));
  });

  test('accepts amounts, durations and rates in everyday notation, groups the digits of the amount when its field loses the focus, and Enter in a field calculates', async () => {
    const received = respondTo('calculatePrincipal', () => json(exampleResponse));
    const { router } = openCalculator();
    await userEvent.type(amountField(), '500000.5');
    expect(amountField()).toHaveValue('500000.5');
    await userEvent.tab();
    expect(amountField()).toHaveValue('500,000.5');
    enterMonths('30 years');
    expect(durationField()).toHaveAccessibleDescription('360 months: 30 years');
    enterRate('6.19%');
    await userEvent.type(rateField(), '{Enter}');
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toMatchObject({
      total_loan_amount: '500000.5',
      duration_months: '360',
      annual_interest_rate: '6.19',
    });
    await waitFor(() =>
      expect(router.state.location.search).toBe('?amount=500000.5&months=360&rate=6.19&compounding=monthly'),
    );
  });

  test('states that a schedule without rows is empty', async () => {
    respondTo('calculatePrincipal', () =>
      json({ ...exampleResponse, data: { ...exampleResponse.data, amortization_schedule: [] } }),
    );
    openCalculator();
    await calculate();
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    expect(await screen.findByText('No amortization schedule data available')).toBeVisible();
  });
});

describe('a failed calculation', () => {
  test('displays the server’s message under Calculation Error above the previous figures, and can be tried again', async () => {
    respondTo('calculatePrincipal', ({ index }) =>
      index === 1
        ? refusal('internal_error', 'Something went wrong. Please try again.')
        : json(exampleResponse),
    );
    openCalculator();
    await calculate();
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    await press('Calculate');
    const box = await screen.findByRole('alert');
    expect(box).toHaveTextContent('Calculation Error');
    expect(box).toHaveTextContent('Something went wrong. Please try again.');
    expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75');
    expect(figureValue('Monthly Payment')?.closest('.dimmed')).not.toBeNull();
    await press('Try Again');
    // The box goes when the calculation begins, and the figures are dimmed until it ends.
    await waitFor(() => expect(figureValue('Monthly Payment')?.closest('.dimmed')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('without a network or a result is reported until the next success, and its inputs are in the URL', async () => {
    respondTo('calculatePrincipal', ({ index }) =>
      index === 0 ? HttpResponse.error() : json(index === 1 ? {} : exampleResponse),
    );
    const { router } = openCalculator();
    await calculate();
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
    await waitFor(() => expect(router.state.location.search).toBe(termsQuery));
    await press('Calculate');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Loan calculation failed. Please try again.'),
    );
    await press('Calculate');
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('displays the server’s errors beside their fields, and focuses the first', async () => {
    respondTo('calculatePrincipal', () =>
      HttpResponse.json(
        {
          msg: 'Please check the fields.',
          code: 'validation_failed',
          details: { annual_interest_rate: ['Too high.'], duration_months: ['Too long.', 'Far too long.'] },
          request_id: 'r',
        },
        { status: 400 },
      ),
    );
    openCalculator();
    await calculate();
    expect(await screen.findByRole('alert')).toHaveTextContent('Please check the fields.');
    await waitFor(() => expect(durationField()).toHaveAccessibleDescription(/^Too long\. Far too long\./));
    expect(rateField()).toHaveAccessibleDescription(/^Too high\./);
    expect(durationField()).toHaveFocus();
  });
});

test('a refused field has its error beside it until it is corrected, the first one has the focus, and nothing is sent', async () => {
  const received = respondTo('calculatePrincipal', () => json(exampleResponse));
  openCalculator();
  enter('Total Loan Amount', '10');
  enterMonths('601');
  await press('Calculate');
  await waitFor(() => expect(durationField()).toHaveAccessibleDescription(/^Must be at most 600\./));
  expect(rateField()).toHaveAccessibleDescription(/^Required\./);
  expect(amountField()).toBeValid();
  expect(durationField()).toBeInvalid();
  expect(durationField()).toHaveFocus();
  enterMonths('60');
  await waitFor(() => expect(durationField()).toBeValid());
  expect(received).toHaveLength(0);
});

describe('Clear Form', () => {
  test('clears fields, result and URL, selects monthly and focuses the first field, and can be undone until something is typed', async () => {
    const query = '?amount=1000&months=2&rate=6&compounding=yearly';
    const { router } = openCalculator(query);
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.65'));
    await press('Clear Form');
    expect(amountField()).toHaveValue('');
    expect(durationField()).toHaveValue('');
    expect(rateField()).toHaveValue('');
    expect(compoundingField()).toHaveValue('monthly');
    await waitFor(() => expect(screen.queryByText('Monthly Payment')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(router.state.location.search).toBe('');
    expect(amountField()).toHaveFocus();
    await press('Undo Clear');
    expect(amountField()).toHaveValue('1,000');
    expect(compoundingField()).toHaveDisplayValue('Yearly');
    expect(amountField()).toHaveFocus();
    expect(figureValue('Monthly Payment')).toHaveTextContent('$503.65');
    expect(router.state.location.search).toBe(query);
    await press('Clear Form');
    enter('Total Loan Amount', '5');
    expect(screen.queryByText('Undo Clear')).toBeNull();
  });

  test('with terms that were not calculated yet, or were refused, calculates or refuses them when it is undone', async () => {
    const { router } = openCalculator('?amount=1000&months=2&rate=6&compounding=monthly');
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    enter('Total Loan Amount', '2000');
    await press('Clear Form');
    await press('Undo Clear');
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$1,007.51'));
    expect(router.state.location.search).toContain('amount=2000');
    enter('Total Loan Amount', '0');
    await press('Clear Form');
    await press('Undo Clear');
    await waitFor(() => expect(amountField()).toHaveAccessibleDescription(/^Must be at least /));
  });

  test('ends a running calculation', async () => {
    const received = respondTo('calculatePrincipal', async () => {
      await delay('infinite');
      return json(exampleResponse);
    });
    openCalculator();
    await calculate();
    await waitFor(() => expect(received).toHaveLength(1));
    await press('Clear Form');
    expect(received[0]?.request.signal.aborted).toBe(true);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Result' })).toHaveAttribute('aria-busy', 'false'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('Back opens the landing page if no page of the app is in the history', async () => {
  openCalculator();
  await userEvent.click(screen.getByRole('button', { name: /Back/ }));
  expect(screen.getByText('arrived at /')).toBeInTheDocument();
});

test('leaving the screen aborts its calculation', async () => {
  const received = respondTo('calculatePrincipal', async () => {
    await delay('infinite');
    return json(exampleResponse);
  });
  const { unmount } = openCalculator();
  await calculate();
  await waitFor(() => expect(received).toHaveLength(1));
  unmount();
  expect(received[0]?.request.signal.aborted).toBe(true);
});
