import { readFile } from 'node:fs/promises';
import { expect, resize, test, viewports } from './fixtures.ts';

const tenYears = '/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5';
const aud = (amount: number) => amount.toLocaleString('en-AU', { style: 'currency', currency: 'AUD' });
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

  test('opens links: sees errors beside their fields, downloads the months as CSV, whose sums equal the summary, reads every year on a phone, and prints the result without buttons', async ({
    page,
    expectNoSidewaysScroll,
  }) => {
    await page.goto('/finance/savings#deposit=abc&months=601&rate=6');
    await expect(page.getByLabel('Deposit per Month')).toHaveAccessibleDescription(/Must be a number/);
    await expect(page.getByLabel('Time (Years)')).toHaveAccessibleDescription(/Must be at most 600/);
    await expect(page.getByLabel('Annual Interest Rate (%)')).toHaveValue('6');

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

    await resize(page, viewports.phone);
    const years = page.getByRole('region', { name: 'By Year' });
    const last = years.getByRole('listitem').last();
    await expect(last).toContainText('Year 10');
    await expect(last).toContainText("In Today's Money$65,178.57");
    await expect(years.getByRole('table')).toHaveCount(0);
    await expectNoSidewaysScroll();

    await resize(page, viewports.wide);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('$500.00 at the end of each month for 10 years')).toBeVisible();
    await expect(page.getByText(tenYears)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByLabel('Opening Balance')).toBeHidden();
  });
});
