/// <reference lib="dom" />
import { expect, test, viewports } from './fixtures.ts';
import { loan, path } from './calculator.ts';
import { press } from './people.ts';
import { brokenWords } from './screen-checks.ts';

const results = [
  `${loan}#what-if&extra=200&rate_from=7:61`,
  '/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5&goal=100000',
  '/finance/buying#price=650000&place=vic&savings=160000&income=90000&living=2000&rate=6',
  '/finance/study-loan#balance=30000&income=91000&growth=3',
  '/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&start=2026-11-23&offer=rate%3D5.9%26costs%3D1200',
  '/finance/take-home-pay#income=90000&per=yearly&year=2025-26',
];

test('a printed result of every calculator has content under each heading, and its whole URL', async ({
  page,
}) => {
  for (const url of results) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(url);
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const paper = page.getByRole('main');
    const headings = paper.getByRole('heading', { level: 2 }).filter({ visible: true });
    await expect(headings.first()).toBeVisible();
    const empty = () =>
      headings.evaluateAll((all) =>
        all
          .map((heading) => ({ title: heading.textContent ?? '', section: heading.closest('section') }))
          .filter(({ title, section }) => section?.innerText.trim() === title.trim())
          .map(({ title }) => title),
      );
    await expect.poll(empty).toEqual([]);
    await expect(paper).toContainText(`${process.env['E2E_URL']}${url.replace(/[?#].*/, '')}`, {
      useInnerText: true,
    });
  }
});

test('paper has every column of the statement of pay, also from a phone', async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto('/finance/take-home-pay#income=95000&per=yearly&year=2025-26&raise=5000');
  const statement = page.getByRole('region', { name: 'Line by Line' });
  await expect(statement.getByRole('radio', { name: 'With the raise' })).toBeChecked();
  await page.emulateMedia({ media: 'print' });
  await expect(statement.getByRole('columnheader')).toHaveText([
    'Line',
    'Now',
    'With the raise',
    'Difference',
  ]);
  await expect(statement.getByRole('row', { name: /^Pay before tax/ })).toContainText('100,000.00');
  await expect(statement.getByRole('radio')).toHaveCount(0);
});

test('paper has every offer beside the loan of today, also from a phone', async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  const offers = ['5.9', '5.7', '6.1'].map((rate) => `&offer=rate%3D${rate}`).join('');
  await page.goto(
    `/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&start=2026-11-23${offers}`,
  );
  await expect(page.getByRole('radio', { name: 'Offer 2' })).toBeChecked();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const heads = page.getByRole('table', { name: 'Today and the offers' }).getByRole('columnheader');
  await expect(heads).toHaveText(['Figure', 'Today', 'Offer 1', 'Offer 2CHEAPEST', 'Offer 3']);
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('the table of lending rates fits on paper of A4, and no word of it breaks', async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto('/data');
  await page.emulateMedia({ media: 'print' });
  const rates = page.getByRole('table', { name: 'Average rates of home loans' });
  await expect(rates.getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect.poll(() => brokenWords(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(718);
});

/** Prints as soon as the page has the button, and stores the number of printed payments. */
const printAtOnce = () =>
  new MutationObserver((_, observer) => {
    if (![...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Print')) return;
    observer.disconnect();
    window.dispatchEvent(new Event('beforeprint'));
    const rows = document.querySelectorAll('.schedule-table tbody tr:not(.year)').length;
    document.documentElement.dataset['printedRows'] = String(rows);
  }).observe(document, { childList: true, subtree: true });

test('paper has the whole schedule even if it is printed right after the result has loaded', async ({
  page,
}) => {
  await page.goto(path);
  await page.getByLabel('Total Loan Amount').fill('500000');
  await page.getByLabel('Loan Duration').fill('360');
  await page.getByLabel('Annual Interest Rate').fill('6');
  await page.evaluate(printAtOnce);
  await press(page.getByRole('button', { name: 'Calculate' }));
  await expect(page.locator('html')).toHaveAttribute('data-printed-rows', '360');
});

test('paper has the whole schedule even if it is printed right after Undo Clear', async ({ page }) => {
  await page.goto(loan);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await press(page.getByRole('button', { name: 'Clear Form' }));
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
  await page.evaluate(printAtOnce);
  await press(page.getByRole('button', { name: 'Undo Clear' }));
  await expect(page.locator('html')).toHaveAttribute('data-printed-rows', '360');
});
