/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import { expect, resize, test, viewports } from './fixtures.ts';

test.describe('who buys a home', () => {
  test('types a price and a place, reads what must be there on the day and why, and opens the loan', async ({
    page,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/finance/buying');
    await page.getByLabel('Price', { exact: true }).fill('650k');
    await page.getByLabel('Place').selectOption('vic');
    await page.getByLabel('Savings').fill('160,000');
    await page.keyboard.press('Enter');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$164,070.00');
    await expect(summary).toContainText(
      'You are $4,070.00 short. At this share the largest price is $634,345.',
    );
    await expect(page).toHaveURL(/^[^?]*#price=650000&place=vic&.*savings=160000/);

    const bill = page.getByRole('region', { name: 'The Bill', exact: true });
    await bill.getByText('Duty', { exact: true }).click();
    await expect(bill).toContainText('$2,870 + 6% of $520,000');
    await expect(bill.getByRole('link', { name: 'State Revenue Office Victoria' })).toBeVisible();
    await expect(bill.getByText(/^Source: /).first()).toBeVisible();

    await page.getByRole('checkbox', { name: /^First Home/ }).check();
    await expect(summary).toContainText('$141,356.00');
    await expect(bill).toContainText('First home relief');
    await page.getByRole('button', { name: 'Compare Places' }).click();
    await expect(page.getByRole('row', { name: /^Australian Capital Territory/ })).toContainText('$0.00');
    await onPhoneToo(expectNoSidewaysScroll);

    await page.getByLabel('Annual Interest Rate (%)').fill('6');
    await page.getByLabel('Living Costs a Month').fill('0');
    await page.getByRole('link', { name: 'Open the loan' }).click();
    await expect(page).toHaveURL(/\/finance\/loan-calculator\?amount=/);
  });

  test('types two pays, and reads the largest price and what limits it', async ({ page }) => {
    await page.goto(
      '/finance/buying#place=vic&savings=320000&buyers=2&income=95000&study=true&income2=70000',
    );
    await page.getByLabel('Living Costs a Month').fill('4200');
    await page.getByLabel('Annual Interest Rate (%)').fill('6.19');
    await page.getByRole('button', { name: 'Calculate' }).click();
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('Your income binds.');
    await expect(page.getByText('Your study loan takes $37,380.96 of it.')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Can be borrowed/ })).toContainText(/\.47.*\.47, too little/);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('Line,Amount,Over,Rate,Part,Source');
    expect(lines).toContain('Can be borrowed,791541.47,,,,');
    // The net pay, line by line.
    const net = page.getByRole('row', { name: /^First buyer/ }).getByRole('link');
    const figure = await net.textContent();
    await net.click();
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText(figure!);
  });

  test('who follows a link to the former calculator of a payment finds its terms, and reads what differs', async ({
    page,
  }) => {
    // The oldest links had their terms in the query, of which the page of the server knows nothing.
    for (const start of ['/finance/borrowing-power#', '/finance/buying?']) {
      await page.goto(`${start}payment=2997.75&months=360&rate=6&compounding=daily&payments=monthly`);
      await expect(page).toHaveURL(/\/finance\/buying#/);
      await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$499,999.56');
      await expect(
        page.getByText('The old link compounded daily. Here interest compounds monthly.'),
      ).toBeVisible();
    }
  });

  test('sees the actions of one line at the same height on every screen', async ({ page }) => {
    await page.goto('/finance/buying#repay=2997.75&months=360&rate=6');
    const link = page.getByRole('link', { name: 'Open the loan' });
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
      expect(boxes).toHaveLength(5);
      for (const { top, height } of boxes)
        for (const other of boxes) if (other.top === top) expect(other.height).toBe(height);
    }
  });
});

test('who has a study loan reads when it ends, and whether to pay before 1 June', async ({
  page,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await page.goto('/finance/study-loan');
  await page.getByLabel('Owed Now').fill('30,000');
  await page.getByLabel('Pay Before Tax').fill('91,000');
  await page.getByLabel('Pay Grows by (%)').fill('3');
  await page.getByLabel('Paid Before 1 June').fill('5k');
  await page.keyboard.press('Enter');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Ends in 2034-35');
  await expect(summary).toContainText('$140.00 less indexation this year, $1,509.85 in all.');
  await page.getByRole('button', { name: 'Pay or keep' }).click();
  await page.getByLabel('The Money Would Go').selectOption('savings');
  await page.getByLabel('At (% a Year)').fill('5');
  await expect(summary).toContainText('In savings at 5%, taxed, the money is worth $177.97 more');
  await expect(summary).toContainText('A voluntary payment cannot be taken back.');
  await expect(page.getByRole('row', { name: /^2034-35/ })).toContainText('$0.00');
  await onPhoneToo(expectNoSidewaysScroll);
});
