import type { APIRequestContext, Page } from '@playwright/test';
import { calculatePrincipal, LoanResult } from 'contract/loans/loans.ts';
import { expect, test } from './fixtures.ts';

const aud = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });

async function calculate(
  request: APIRequestContext,
  [amount, months, rate, frequency]: [amount: number, months: number, rate: number, frequency: string],
): Promise<LoanResult> {
  const response = await request.post(calculatePrincipal.url, {
    data: {
      total_loan_amount: amount,
      duration_months: months,
      annual_interest_rate: rate,
      compounding_frequency: frequency,
    },
  });
  const { data }: { data: unknown } = await response.json();
  return LoanResult.parse(data);
}

const cellsOf = (page: Page, header: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: header, exact: true }) })
    .getByRole('cell');

test.describe('the figures in the text of a page', () => {
  test('of the landing page are those of the API', async ({ page, request }) => {
    const { total_interest_paid } = await calculate(request, [500_000, 360, 6, 'monthly']);
    await page.goto('/');
    const interest = page.locator('figure dl > div').filter({ hasText: 'Interest' }).locator('dd');
    await expect(interest).toHaveText(aud.format(total_interest_paid));
  });

  test('of the about page are those of the API', async ({ page, request }) => {
    await page.goto('/about');
    for (const frequency of ['monthly', 'daily', 'yearly']) {
      const loan = await calculate(request, [1_000, 12, 12, frequency]);
      const name = `${frequency.charAt(0).toUpperCase()}${frequency.slice(1)}`;
      await expect(cellsOf(page, name)).toHaveText([
        /./,
        `${loan.effective_monthly_rate_percent.toFixed(5)}%`,
        aud.format(loan.calculated_monthly_payment),
        aud.format(loan.total_interest_paid),
      ]);
    }
    const { amortization_schedule } = await calculate(request, [1_000, 12, 12, 'monthly']);
    for (const month of [1, 2, 11, 12]) {
      const { period = 0, ...row } = amortization_schedule[month - 1] ?? {};
      await expect(cellsOf(page, String(period))).toHaveText(
        Object.values(row).map((cents) => aud.format(cents)),
      );
    }
  });
});
