import { readFile } from 'node:fs/promises';
import { expect, resize, test, viewports } from './fixtures.ts';

const tenYears = '/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5';
const aud = (amount: number) => amount.toLocaleString('en-AU', { style: 'currency', currency: 'AUD' });
const borrowed =
  '/finance/borrowing-power#payment=2997.75&months=360&rate=6&compounding=monthly&fee=0&payments=monthly';

test.describe('a saver', () => {
  test('calculates by keyboard alone the balance of regular deposits, also in today’s money', async ({
    page,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/finance/savings');
    await page.getByLabel('Opening Balance').fill('$1,000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('100');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2 months');
    await expect(page.getByText('or for example 18 months: 2 months')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.type('6%');
    await page.keyboard.press('Enter');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$1,210.53');
    await expect(summary).toContainText('$1,205.56');
    await expect(page).toHaveURL('/finance/savings#opening=1000&deposit=100&months=2&rate=6&inflation=2.5');
    await onPhoneToo(expectNoSidewaysScroll);
  });

  test('finds the deposit that reaches a goal and uses it', async ({ page, expectAccessible }) => {
    await page.goto(`${tenYears}&goal=100000`);
    await expect(page.getByLabel('Time (Years)')).toHaveValue('10');
    const goal = page.getByRole('region', { name: 'Goal' });
    await expect(goal).toContainText('short of $100,000.00');
    await expectAccessible();
    await goal.getByRole('button', { name: 'Use this deposit' }).click();
    await expect(page.getByLabel('Deposit per Month')).toBeFocused();
    await expect(goal).toContainText('These deposits reach $100,000.00.');
    await expect(page.getByRole('region', { name: 'Summary' })).not.toContainText('TERMS CHANGED');
    await expect(page).not.toHaveURL(/deposit=500&/);
    await page.goBack();
    await expect(goal).toContainText('short of $100,000.00');
  });

  test('reads every year on a phone without cut figures', async ({ page, expectNoSidewaysScroll }) => {
    await page.setViewportSize(viewports.phone);
    await page.goto(tenYears);
    const years = page.getByRole('region', { name: 'By Year' });
    const last = years.getByRole('listitem').last();
    await expect(last).toContainText('Year 10');
    await expect(last).toContainText("In Today's Money$65,178.57");
    await expect(years.getByRole('table')).toHaveCount(0);
    await expectNoSidewaysScroll();
  });

  test('sees the error of an invalid link beside the field', async ({ page }) => {
    await page.goto('/finance/savings#deposit=abc&months=601&rate=6');
    await expect(page.getByLabel('Deposit per Month')).toHaveAccessibleDescription(/Must be a number/);
    await expect(page.getByLabel('Time (Years)')).toHaveAccessibleDescription(/Must be at most 600/);
    await expect(page.getByLabel('Annual Interest Rate (%)')).toHaveValue('6');
  });

  test('downloads the months as CSV, whose sums equal the summary', async ({ page }) => {
    await page.goto(tenYears);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
    const cells = lines.map((line) => line.split(','));
    expect(cells).toHaveLength(122);
    const sum = (column: number) =>
      cells.slice(1, -1).reduce((cents, row) => cents + Math.round(100 * Number(row[column])), 0) / 100;
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText(aud(sum(1)));
    await expect(summary).toContainText(aud(sum(2)));
    expect(cells.at(-1)).toEqual(['Total', sum(1).toFixed(2), sum(2).toFixed(2), cells.at(-2)?.[3]]);
  });

  test('prints the result with its terms, date and URL, and no buttons', async ({ page }) => {
    await page.goto(tenYears);
    await expect(page.getByRole('table')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('$500.00 at the end of each month for 10 years')).toBeVisible();
    await expect(page.getByText(tenYears)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByLabel('Opening Balance')).toBeHidden();
  });
});

test.describe('a borrower', () => {
  test('learns what a payment can borrow and what higher rates make of it', async ({ page }) => {
    await page.goto('/finance/borrowing-power');
    await page.getByLabel('Payment', { exact: true }).fill('2997.75');
    await page.getByLabel('Time (Years)').fill('30');
    await page.getByLabel('Annual Interest Rate (%)').fill('6');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(borrowed);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$499,999.56');
    const stress = page.getByRole('region', { name: 'When Rates Rise' });
    await expect(stress.getByRole('row')).toHaveCount(4);
    await expect(stress).toContainText('9% (+3)');

    await page.getByLabel('Payments', { exact: true }).selectOption('fortnightly');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText(
      'Fortnightly Payment on It$2,997.75',
    );
    await page.getByLabel('Payments', { exact: true }).selectOption('monthly');
    await expect(page).toHaveURL(borrowed);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Monthly Payment on It');
    await page.getByRole('link', { name: 'See every payment in the loan calculator' }).click();
    await expect(page.getByLabel('Total Loan Amount')).toHaveValue(/499,?999.56/);
    await expect(page.getByText('$2,997.75').first()).toBeVisible();
  });

  test('sees the actions of one line at the same height on every screen', async ({ page }) => {
    await page.goto(borrowed);
    const link = page.getByRole('link', { name: 'See every payment in the loan calculator' });
    await expect(link).toBeVisible();
    const actions = link.locator('xpath=..');
    for (const viewport of Object.values(viewports)) {
      await resize(page, viewport);
      const boxes = await actions.locator(':scope > *').evaluateAll((all) =>
        all.map((action) => {
          const { top, height } = action.getBoundingClientRect();
          return { top, height };
        }),
      );
      expect(boxes).toHaveLength(4);
      for (const { top, height } of boxes)
        for (const other of boxes) if (other.top === top) expect(other.height).toBe(height);
    }
  });

  test('sees that a fee takes the whole payment', async ({ page }) => {
    await page.goto(borrowed.replace('fee=0', 'fee=3000'));
    await expect(page.getByLabel('Fee per Payment')).toHaveAccessibleDescription(/Must be at most 2997.74/);
  });
});
