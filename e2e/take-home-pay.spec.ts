import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { press } from './people.ts';

test.describe('an employee', () => {
  test('calculates the take-home pay by keyboard alone, and opens the steps of each line', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/finance/take-home-pay');
    await expect(page.getByText('ENTER A PAY')).toBeVisible();
    await page.getByLabel('Pay Before Tax').focus();
    await page.keyboard.type('$29,000');
    await page.getByLabel('Income Year').selectOption('2024-25');
    await page.getByLabel('Pay Before Tax').focus();
    await page.keyboard.press('Enter');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$27,794.20');
    await expect(summary).toContainText('26%');
    await expect(page).toHaveURL('/finance/take-home-pay#income=29000&per=yearly&year=2024-25&sacrifice=0');
    await press(page.getByRole('button', { name: 'Medicare levy' }));
    const steps = page.getByRole('table', { name: 'How medicare levy is computed' });
    await expect(steps.getByRole('row', { name: 'Over $27,222 10% $1,778.00 $177.80' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Medicare levy reduction/ }).first()).toBeVisible();
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);
  });

  test('enters a raise as per cent or as an amount, and compares two pays', async ({ page }) => {
    await page.goto('/finance/take-home-pay#income=90000&per=yearly&year=2025-26&raise=4%25');
    const pays = page.getByRole('region', { name: 'Line by Line' });
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$2,448.00of the $3,600 a year stays with you.');
    await expect(pays.getByRole('row', { name: /^Pay before tax/ })).toContainText('93,600.00+3,600.00');
    await expect(pays.getByRole('row', { name: /^Take-home pay/ })).toContainText('+2,448.00');
    await page.getByRole('textbox', { name: 'Raise' }).fill('$5,000');
    await expect(pays.getByRole('row', { name: /^Pay before tax/ })).toContainText('95,000.00+5,000.00');
    // A study loan is no tax: 2 % of levy and 30 % of income tax.
    await page.getByLabel('Study Loan').check();
    await expect(pays.getByRole('row', { name: /^Tax / })).toContainText('−1,600.00');
    await expect(pays.getByRole('row', { name: /^Study loan repayment/ })).toContainText('−750.00');
    await expect(summary).toContainText('53 cents30 tax, 2 levy, 15 loan');
    await page.getByLabel('Study Loan').uncheck();
    await page.getByRole('textbox', { name: 'Raise' }).fill('-5000');
    await expect(summary).toContainText('You get $3,400.00 lessa year, with a cut of $5,000.');
    await expect(pays.getByRole('row', { name: /^Pay before tax/ })).toContainText('−5,000.00');
    await page.getByRole('textbox', { name: 'Raise' }).fill('5000');
    await page.getByRole('textbox', { name: 'Raise' }).blur();
    await expect(page.getByRole('textbox', { name: 'Raise' })).toHaveValue('5,000');
    await expect(summary).toContainText('$3,400.00of the $5,000 a year stays with you.');
    await page.getByRole('textbox', { name: 'Raise' }).fill('a lot');
    await expect(page.getByRole('textbox', { name: 'Raise' })).toHaveAccessibleDescription(
      /^Enter an amount or per cent/,
    );
  });

  test('reads which figures of 2026-27 are provisional without opening a line, and opens what is left out', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/finance/take-home-pay#income=90000&year=2026-27');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$19,000.00');
    await expect(page.getByRole('button', { name: 'Provisional Figures' })).toBeVisible();
    await expect(page.getByText('PROVISIONAL: AS ENACTED, USUALLY RAISED LATER')).toBeVisible();
    const deduction = page.getByRole('row', { name: /^Taxable income, \$1,000 standard deduction/ });
    await expect(deduction).toContainText('PROVISIONAL');
    await press(deduction.getByRole('button'));
    await expect(page.getByRole('link', { name: /Act 49 of 2026/ }).first()).toBeVisible();
    await press(page.getByRole('button', { name: 'What Is Left Out' }));
    await expect(page.getByText(/a single person pays 1% above \$105,000/)).toContainText(
      'in 2026-27, on the whole income. For a family it starts above $210,000',
    );
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);

    await page.getByLabel('Standard Deduction').selectOption('No');
    await expect(summary).toContainText('$19,320.00');
    await expect(page).toHaveURL(/year=2026-27.*deduction=false/);
    await page.getByLabel('Income Year').selectOption('2025-26');
    await expect(page.getByLabel('Standard Deduction')).toHaveCount(0);
    await expect(summary).toContainText('$19,588.00');
    await expect(page.getByText(/provisional/i)).toHaveCount(0);
  });

  test('opens links: reads which parts are invalid, each error below its field, two income years side by side, and the name of a cliff', async ({
    page,
  }) => {
    await page.goto(
      '/finance/take-home-pay#income=90000&per=daily&year=2025-26&study=maybe&compare=1999&salary=5',
    );
    await expect(
      page.getByText('Not understood: per=daily, study=maybe, compare=1999, salary=5'),
    ).toBeVisible();
    await expect(page.getByLabel('Per', { exact: true })).toHaveValue('yearly');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$');
    await page.getByLabel('Pay Before Tax').fill('91000');
    await expect(page).toHaveURL(/#income=91000&per=yearly&year=2025-26/);
    await expect(page.getByText('Not understood:')).toHaveCount(0);

    const terms = '/finance/take-home-pay#income=90000&per=yearly';
    await page.goto(`${terms}&year=2025-26&sacrifice=90000.01`);
    const sacrifice = page.getByLabel('Salary Sacrifice to Super');
    await expect(sacrifice).toHaveAccessibleDescription(/^Must be at most 90,000\./);
    await page.goto(`${terms}&year=2025-26&compare=2025-26`);
    await expect(page.getByLabel('Compare With')).toHaveAccessibleDescription(/^Must be another year\./);
    await page.goto(`${terms}&year=2026-27&study=true`);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$');

    await page.goto('/finance/take-home-pay#income=90000&per=fortnightly&year=2025-26&compare=2023-24');
    await expect(page.getByRole('row', { name: /^Income tax / })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: '2023-24' })).toBeVisible();
    await page.goto('/finance/take-home-pay#income=54434&per=yearly&year=2024-25&study=true');
    await expect(page.getByText(/^A CLIFF: a dollar more leaves \$\d+\.\d\d less$/)).toBeVisible();
    // The next dollar is before the threshold, the next thousand are not.
    await page.goto('/finance/take-home-pay#income=159000&per=yearly&year=2024-25&study=true');
    await expect(page.getByText('A CLIFF: $1,000 more leaves $285.00 less')).toBeVisible();
  });

  test('downloads every step as CSV, and takes the pay to what it can buy', async ({ page }) => {
    await page.goto('/finance/take-home-pay#income=90000&year=2025-26');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe('Line,Over,Up to,Rate,Part,Amount');
    expect(lines).toContain('Income tax,18200.00,45000.00,16,26800.00,4288.00');
    await page.getByRole('link', { name: 'What this pay can buy' }).click();
    await expect(page.getByLabel('Pay Before Tax')).toHaveValue(/^90,?000$/);
  });
});
