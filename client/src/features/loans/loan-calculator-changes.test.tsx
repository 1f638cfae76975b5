import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { respondTo, fakeApi, json } from '#test/fake-api.ts';
import {
  amountField,
  calculate,
  compoundingField,
  enterMonths,
  enterRate,
  exampleResponse,
  figureValue,
  termsQuery,
  durationField,
  openCalculator,
  path,
  rateField,
} from '#test/loan-calculator.tsx';
import { currentRecord, withRecord } from '#parts/calculator/method-record.ts';
import { toast } from '#ui/feedback/toast.ts';

fakeApi();

describe('changed terms', () => {
  test('are calculated with each key on the device, without a toast, and those of the first calculation replace the URL of the empty form', async () => {
    const received = respondTo('calculatePrincipal', () => json(exampleResponse));
    const { router } = openCalculator();
    await calculate();
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    await waitFor(() => expect(router.state.location.search).toBe(termsQuery));
    expect(router.state.historyAction).toBe('REPLACE');
    await userEvent.type(rateField(), '.5');
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$504.07'));
    await waitFor(() => expect(screen.queryByText('TERMS CHANGED')).toBeNull());
    expect(received).toHaveLength(1);
    expect(toast.success).toHaveBeenCalledOnce();
  });

  test('back to those of the server’s response show its figures again', async () => {
    const data = { ...exampleResponse.data, calculated_monthly_payment: 999 };
    respondTo('calculatePrincipal', () => json({ ...exampleResponse, data }));
    openCalculator();
    await calculate();
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$999.00'));
    enterRate('6x');
    await waitFor(() => expect(rateField()).toBeInvalid());
    enterRate('6');
    await waitFor(() => expect(rateField()).toBeValid());
    expect(figureValue('Monthly Payment')).toHaveTextContent('$999.00');
  });

  test('that are refused keep the previous figures, which are not announced again', async () => {
    openCalculator(termsQuery);
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    enterRate('60');
    await waitFor(() => expect(rateField()).toBeInvalid());
    expect(await screen.findByText('TERMS CHANGED')).toBeVisible();
    expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75');
    await waitFor(() => expect(screen.queryByText(/^Monthly payment /)).toBeNull());
    enterRate('6');
    await waitFor(() => expect(screen.queryByText('TERMS CHANGED')).toBeNull());
  });
});

describe('before the first result', () => {
  test('a worked example replaces the figures, and is calculated when it is pressed', async () => {
    openCalculator();
    expect(screen.queryByText('Monthly Payment')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: '$500,000 over 30 years at 6%' }));
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$2,997.75'));
    expect(screen.queryByRole('link', { name: '$500,000 over 30 years at 6%' })).toBeNull();
  });
});

describe('a link to the result', () => {
  test('is copied for the terms that were calculated', async () => {
    respondTo('calculatePrincipal', () => json(exampleResponse));
    const user = userEvent.setup();
    openCalculator(termsQuery);
    await user.click(await screen.findByRole('button', { name: 'Copy Link' }));
    expect(await navigator.clipboard.readText()).toBe(
      withRecord(`${window.location.origin}${path}${termsQuery}`, currentRecord()),
    );
    expect(toast.success).toHaveBeenCalledWith('Link copied.');
  });
});

describe('the URL', () => {
  test('names the vintage of the rates until one of them changes', async () => {
    const series = [
      { date: '2026-01-01', value: 4 },
      { date: '2026-02-10', value: 5 },
    ];
    const vintage = '0123456789ab';
    const times = {
      known_from: '2026-03-01T00:00:00.000Z',
      last: '2026-03-01',
      next_due: null,
      late_from: null,
    };
    const facts = { slug: 'rba-cash-rate-changes', vintage, frequency: 'on change', ...times };
    respondTo('getDataset', () => json({ data: { ...facts, series } }));
    const options = '#what-if&rate_from=7:3&start=2026-01-31';
    const terms = '?amount=1000&months=12&rate=6&compounding=monthly';
    const { router } = openCalculator(`${terms}${options}&rates_from=${vintage}`);
    expect(await screen.findByText(/^Rates: /)).toBeVisible();
    enterRate('6.5');
    await waitFor(() => expect(screen.queryByText(/^Rates: /)).toBeNull());
    await waitFor(() => expect(router.state.location.search).toContain('rate=6.5'));
    await waitFor(() => expect(router.state.location.hash).toBe(options));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(rateField()).toHaveValue('6'));
    expect(await screen.findByText(/^Rates: /)).toBeVisible();
    expect(router.state.location.hash).toBe(`${options}&rates_from=${vintage}`);
  });

  test('goes back through the calculations, one for each field that changed, also if the next field is edited at once', async () => {
    const { router } = openCalculator(termsQuery);
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    enterRate('6.5');
    await waitFor(() => expect(router.state.location.search).toContain('rate=6.5'));
    await userEvent.type(rateField(), '5');
    await userEvent.type(durationField(), '4');
    await waitFor(() => expect(router.state.location.search).toContain('months=24'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(durationField()).toHaveValue('2'));
    expect(rateField()).toHaveValue('6.55');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(rateField()).toHaveValue('6'));
    expect(router.state.location.search).toBe(termsQuery);
  });

  test('goes back from a calculation while it is being written', async () => {
    const { router } = openCalculator(termsQuery);
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    const goBack = router.subscribe(({ location }) => {
      if (!location.search.includes('months=24')) return;
      goBack();
      void router.navigate(-1);
    });
    enterMonths('24');
    await waitFor(() => expect(durationField()).toHaveValue('2'));
    expect(router.state.location.search).toBe(termsQuery);
  });

  test('with the terms of a shared link calculates on the device without a press', async () => {
    const received = respondTo('calculatePrincipal', () => json(exampleResponse));
    openCalculator('?amount=1000&months=2&rate=6&compounding=daily');
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.76'));
    expect(received).toHaveLength(0);
    expect(amountField()).toHaveValue('1,000');
    expect(compoundingField()).toHaveValue('daily');
  });

  test('with invalid terms displays the errors beside the fields, and sends nothing', async () => {
    const received = respondTo('calculatePrincipal', () => json(exampleResponse));
    openCalculator('?amount=%00&months=1&compounding=weekly');
    await waitFor(() => expect(amountField()).toHaveAccessibleDescription(/^Must be a number\./));
    expect(durationField()).toHaveAccessibleDescription(/^Must be at least 2\./);
    expect(rateField()).toHaveAccessibleDescription(/^Required\./);
    expect(compoundingField()).toHaveAccessibleDescription(/^Must be monthly, daily or yearly\./);
    expect(received).toHaveLength(0);
  });

  test('is restored after a visit to another screen', async () => {
    const { router } = openCalculator(termsQuery);
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate(path));
    await waitFor(() => expect(amountField()).toHaveValue('1,000'));
    expect(router.state.location.search).toBe(termsQuery);
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
  });

  test('is followed when the history moves to another calculation, or to none', async () => {
    const { router } = openCalculator();
    await act(() => router.navigate(termsQuery));
    await waitFor(() => expect(figureValue('Monthly Payment')).toHaveTextContent('$503.75'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(amountField()).toHaveValue(''));
    expect(screen.queryByText('Monthly Payment')).toBeNull();
  });
});
