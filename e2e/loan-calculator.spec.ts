import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { chip, figure, loan, openRow, path } from './calculator.ts';
import { expect, resize, test, viewports } from './fixtures.ts';

/** Where the text of a cell ends, in pixels. */
const rightEdge = (cell: Locator) =>
  cell.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect().right;
  });

test.describe('a borrower at the calculator', () => {
  test('types amounts in everyday notation, sees how they are understood, and finds the terms again later', async ({
    page,
  }) => {
    await page.goto(path);
    await page.getByLabel('Total Loan Amount').fill('$500,000');
    await page.getByLabel('Loan Duration (Months)').fill('30 years');
    await expect(page.getByLabel('Loan Duration (Months)')).toHaveAccessibleDescription(/360 months/);
    await page.getByLabel('Annual Interest Rate (%)').fill('6%');
    await page.keyboard.press('Enter');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await expect(page).toHaveURL(loan);
    await expect(page.getByLabel('Total Loan Amount')).toHaveValue('500,000');
    await expect(page.getByRole('status').filter({ hasText: /^Monthly payment/ })).toHaveText(
      'Monthly payment $2,997.75, total interest $579,192.69.',
    );

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'INTEL' }).click();
    await expect(page).toHaveURL('/about');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'LOAN OPS' }).click();
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await expect(page).toHaveURL(loan);
  });

  test('changes the terms, sees the new figures without pressing a button, and sees which terms are refused', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(loan);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await page.getByLabel('Annual Interest Rate (%)').fill('7');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,326.51');
    await expect(page.getByText('TERMS CHANGED')).toHaveCount(0);
    await page.getByLabel('Annual Interest Rate (%)').fill('31');
    await expect(page.getByText('TERMS CHANGED')).toBeVisible();
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,326.51');
    await expectAccessible();
    await page.getByRole('button', { name: 'Clear Form' }).click();
    await expect(figure(page, 'Monthly Payment')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo Clear' }).click();
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,326.51');
  });

  test('tells principal and interest apart in forced colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(loan);
    const chart = page.getByRole('img', { name: /^Bar chart: in year 1/ });
    const colors = () =>
      chart.evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const pixels = new Uint32Array(data.buffer);
        const counts = new Map<number, number>();
        for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        counts.delete(0);
        // Each part of the bars covers a tenth of the chart at least.
        return [...counts.values()].filter((count) => count > pixels.length / 10).length;
      });
    await expect.poll(colors).toBe(2);
  });

  test("goes back through the calculations with the browser's Back button", async ({ page }) => {
    await page.goto(loan);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await page.getByLabel('Annual Interest Rate (%)').fill('7');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,326.51');
    await openRow(page, 'Extra repayments');
    await page.getByLabel('Extra amount').fill('200');
    await expect(page).toHaveURL(/#what-if&extra=200$/);
    await page.goBack();
    await expect(page).toHaveURL(/rate=7&compounding=monthly(?:#what-if)?$/);
    await expect(figure(page, 'Saved')).toHaveCount(0);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,326.51');
    await page.goBack();
    await expect(page).toHaveURL(loan);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await page.goForward();
    await expect(page.getByLabel('Annual Interest Rate (%)')).toHaveValue('7');
  });

  test('starts from a worked example', async ({ page }) => {
    await page.goto(path);
    await page.getByRole('link', { name: '$500,000 over 30 years at 6%' }).click();
    await expect(page).toHaveURL(loan);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
  });

  test('calculates edits without a connection, but not a press of Calculate, which tries again', async ({
    page,
    context,
  }) => {
    await page.goto(loan);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await context.setOffline(true);
    await page.getByLabel('Annual Interest Rate (%)').fill('7');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,326.51');
    await page.getByLabel('Annual Interest Rate (%)').fill('6');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await page.getByRole('button', { name: 'Calculate' }).click();
    const reason = page.getByRole('alert').filter({ hasText: 'Calculation Error' });
    await expect(reason).toContainText('The server cannot be reached.');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    // On a phone the reason may be out of view, so the bar does not show the former figures as current.
    await resize(page, viewports.phone);
    const bar = page.getByRole('complementary', { name: 'Result in short' });
    await expect(bar).toContainText(/^Calculation Error.*\$2,997\.75/);
    await resize(page, viewports.wide);
    await context.setOffline(false);
    await reason.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Calculation successful!')).toBeVisible();
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await expect(reason).toHaveCount(0);
  });

  test('sees on a wide screen what an extra repayment saves while typing it, without scrolling, and again after a reload', async ({
    page,
  }) => {
    await page.goto(loan);
    await openRow(page, 'Extra repayments');
    const extra = page.getByLabel('Extra amount');
    await extra.fill('200');
    await expect(figure(page, 'Saved')).toHaveText('$103,145.43');
    await openRow(page, 'If Rates Move');
    await page.getByRole('slider').press('ArrowRight');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,013.84');
    for (const part of [
      page.getByRole('slider'),
      figure(page, 'Monthly Payment'),
      figure(page, 'Paid off in'),
    ])
      await expect(part).toBeInViewport();
    await page.getByRole('slider').press('ArrowLeft');
    await openRow(page, 'Extra repayments');
    await expect(figure(page, 'Saved')).toHaveText('$103,145.43');
    for (const part of [extra, figure(page, 'Monthly Payment'), figure(page, 'Saved')])
      await expect(part).toBeInViewport();
    await expect(chip(page, 'Extra repayments')).toHaveText('Extra repayments: $200 a month');
    await openRow(page, 'Lump sums');
    await expect(extra).toBeHidden();
    await expect(page).toHaveURL(`${loan}#what-if&extra=200`);
    await page.reload();
    await expect(extra).toHaveValue('200');
    await expect(figure(page, 'Saved')).toHaveText('$103,145.43');
  });

  test("sees the figures at the bottom of a phone's screen change with each key, and goes to the result and back", async ({
    page,
    expectNoSidewaysScroll,
  }) => {
    await page.setViewportSize(viewports.phone);
    await page.goto(loan);
    const bar = page.getByRole('complementary', { name: 'Result in short' });
    await expect(bar).toContainText('$2,997.75');
    await openRow(page, 'Extra repayments');
    await page.getByLabel('Extra amount').fill('200');
    await expect(bar).toContainText('Saved$103,145.43');
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll();
    await bar.getByRole('button', { name: 'See Result' }).click();
    await expect(figure(page, 'Saved')).toBeInViewport();
    await bar.getByRole('button', { name: 'See Terms' }).click();
    await expect(page.getByLabel('Total Loan Amount')).toBeInViewport();
  });

  test('jumps to a year by keyboard on a phone and on a desktop; nothing scrolls inside the page', async ({
    page,
    expectNoSidewaysScroll,
  }) => {
    await page.setViewportSize(viewports.phone);
    await page.goto(loan);
    await expect(page.getByRole('button', { name: 'Year 1', exact: true, expanded: true })).toBeVisible();
    await expect(page.getByText('Period 12', { exact: true })).toBeVisible();
    const jump = async (to: number) => {
      await page.getByLabel('Year', { exact: true }).selectOption(String(to));
      await page.getByRole('button', { name: 'Go', exact: true }).press('Enter');
      const year = page.getByRole('button', { name: `Year ${to}`, exact: true });
      await expect(year).toBeFocused();
      await expect(year).toHaveAttribute('aria-expanded', 'true');
      await expect(year).toBeInViewport();
      await expectNoSidewaysScroll();
      const schedule = page.getByRole('region', { name: 'Amortization Schedule' });
      const inner = () =>
        schedule
          .getByRole('group')
          .evaluateAll(
            (frames) => frames.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).length,
          );
      await expect.poll(inner).toBe(0);
    };
    await jump(19);
    await resize(page, viewports.wide);
    await page.getByRole('radio', { name: 'By year' }).check();
    await jump(27);
  });

  test("reads the figures of a payment below their columns' heads and those of a year on its line, downloads a CSV whose sums equal the summary, and prints the terms as text, with every row", async ({
    page,
  }) => {
    await page.goto(loan);
    const schedule = page.getByRole('table', { name: 'Amounts in Australian dollars' });
    const head = schedule.getByRole('columnheader', { name: 'Balance' });
    const figures = schedule.getByRole('row', { name: /^1 / }).getByRole('cell');
    await expect(async () =>
      expect(Math.abs((await rightEdge(head)) - (await rightEdge(figures.last())))).toBeLessThan(2),
    ).toPass();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [names = '', ...lines] = csv.trim().split('\r\n');
    expect(names).toBe('period,payment,principal,interest,balance');
    const sum = (column: number) =>
      lines.reduce((cents, line) => cents + Math.round(100 * Number(line.split(',')[column])), 0);
    expect([lines.length, sum(1), sum(2), sum(3)]).toEqual([360, 107_919_269, 50_000_000, 57_919_269]);

    await page.getByRole('radio', { name: 'By year' }).check();
    const year = page.getByRole('button', { name: 'Year 2', exact: true });
    const expectOneLine = async () => {
      await expect(year).toBeVisible();
      const middles = await year.evaluate((button) => {
        const row = button.closest('tr');
        const texts = [button.lastChild, ...(row?.querySelectorAll('td') ?? [])].map((text) => {
          const range = document.createRange();
          if (text) range.selectNodeContents(text);
          const { top, bottom } = range.getBoundingClientRect();
          return (top + bottom) / 2;
        });
        return texts;
      });
      expect(middles.length).toBeGreaterThan(2);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
    };
    await expectOneLine();

    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await page.getByLabel('Annual Interest Rate (%)').fill('31');
    await expect(page.getByText('TERMS CHANGED')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.getByText('$500,000.00: 360 monthly payments at 6% a year')).toBeVisible();
    const link = page.getByText(/rate=6&compounding=monthly$/).filter({ visible: true });
    await expect(link).toHaveText(
      new URL('/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly', page.url())
        .href,
    );
    await expect(page.getByRole('heading', { name: 'Principal and Interest by Year' })).toBeHidden();
    await expect(page.getByText('is not a financial advisor').filter({ visible: true })).toHaveCount(1);
    await expect(page.getByLabel('Total Loan Amount')).toBeHidden();
    await expect(page.getByRole('rowheader', { name: '360', exact: true })).toBeVisible();
    await expectOneLine();
  });
});
