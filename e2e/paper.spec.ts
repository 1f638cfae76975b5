/// <reference lib="dom" />
import { expect, test } from './fixtures.ts';
import { loan } from './calculator.ts';

const results = [
  `${loan}#what-if&extra=200&rate_from=7:61`,
  '/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5&goal=100000',
  '/finance/borrowing-power#payment=2997.75&months=360&rate=6&compounding=monthly&fee=0',
  '/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&start=2026-11-23&offer=rate%3D5.9%26costs%3D1200',
  '/finance/take-home-pay#income=90000&per=yearly&year=2025-26',
];

for (const url of results) {
  const path = url.replace(/[?#].*/, '');
  test(`a printed result has content under each heading, and a link without a local port: ${path}`, async ({
    page,
  }) => {
    await page.goto(url);
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const paper = page.getByRole('main');
    const headings = paper.getByRole('heading', { level: 2 }).filter({ visible: true });
    await expect(headings.first()).toBeVisible();
    const empty = await headings.evaluateAll((all) =>
      all
        .map((heading) => ({ title: heading.textContent ?? '', section: heading.closest('section') }))
        .filter(({ title, section }) => section?.innerText.trim() === title.trim())
        .map(({ title }) => title),
    );
    expect(empty).toEqual([]);
    const texts = await paper.innerText();
    expect(texts).toContain(`\n${path}`);
    expect(texts).not.toMatch(/localhost|127\.0\.0\.1/);
  });
}
