import { readFile } from 'node:fs/promises';
import { expect, resize, test } from './fixtures.ts';
import { press, signInNew } from './people.ts';

const path = '/finance/switch';
const owed = 'owed=420000&months=300&rate=6.5&compounding=monthly&start=2026-11-23';
const offer = (terms: string) => `offer=${encodeURIComponent(terms)}`;
const three = `${path}#${owed}&${offer('rate=5.9&costs=1200')}&${offer('rate=5.9&costs=1200&months=360')}&${offer(
  'name=Both&rate=6.2&costs=3000&cashback=4000&split=100000:5.5:36:7',
)}`;

const calculator = '/finance/loan-calculator?amount=620000&months=360&rate=6.04&compounding=monthly';

const smallPhone = { width: 320, height: 700 };

test.describe('a borrower with an offer', () => {
  test('compares it by keyboard alone with staying, and sees from which payment it is ahead', async ({
    page,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto(path);
    await expect(page.getByText(/^ENTER WHAT YOU OWE AND ONE OFFER/)).toBeVisible();
    await page.getByLabel('Amount Owed', { exact: true }).focus();
    for (const typed of ['$420,000', '25 years', '6.5%']) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByLabel('Payments', { exact: true })).toBeFocused();
    await page.getByRole('group', { name: 'Offer 1' }).getByLabel('Rate (%)', { exact: true }).focus();
    await page.keyboard.type('5.9');
    for (const passed of ['Fee', 'Unit of the fee', 'Costs of Switching']) {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(passed, { exact: true }).and(page.locator(':focus'))).toBeVisible();
    }
    await page.keyboard.type('1,200');
    await page.keyboard.press('Enter');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$45,426.05 LESS THAN STAYING');
    await expect(summary).toContainText(/AHEAD FROM PAYMENT 6, \d+ [A-Z]+ \d{4}/);
    await expect(summary).toContainText('NO BETTER FROM 6.49%');
    await expect(
      page.getByText('Offer 1 costs $45,426.05 less than staying, ahead from payment 6.'),
    ).toBeAttached();
    await expect(page).toHaveURL(
      /#owed=420000&months=300&rate=6\.5&compounding=monthly&start=[\d-]{10}&offer=rate%3D5\.9%26costs%3D1200$/,
    );

    await page.getByRole('button', { name: 'Add an offer' }).press('Enter');
    const second = page.getByRole('group', { name: 'Offer 2' });
    await expect(second.getByLabel('Rate (%)', { exact: true })).toBeFocused();
    await expect(page.getByText('Offer 2 added.')).toBeAttached();
    await page.keyboard.type('5.9');
    await second.getByLabel('Costs of Switching').focus();
    await page.keyboard.type('1200');
    await second.getByRole('button', { name: 'Months' }).press('Enter');
    await second.getByLabel('Months', { exact: true }).focus();
    await page.keyboard.type('360');
    await expect(summary).toContainText(
      'TERM TRAP: $344.70 less a payment, $46,063.65 more interest, 60 payments longer.',
    );
    await expect(summary.getByRole('columnheader').filter({ hasText: 'CHEAPEST' })).toContainText('Offer 1');

    await page.getByRole('radio', { name: 'PAY THE LEAST' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: "KEEP TODAY'S PAYMENT" })).toBeChecked();
    await expect(summary).not.toContainText('TERM TRAP');
    await onPhoneToo(expectNoSidewaysScroll);

    await page.getByRole('button', { name: 'Remove Offer 2' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add an offer' })).toBeFocused();
    await expect(page.getByText('Offer 2 removed.')).toBeAttached();
    await expect(summary.getByRole('columnheader')).toHaveCount(3);
  });

  test('takes a loan with its extras to an offer with a yearly fee, in few keys', async ({ page }) => {
    await page.goto(`${calculator}#what-if&extra=300:::fortnight`);
    await page.getByRole('link', { name: 'Compare with another bank’s offer' }).click();
    const offerFields = page.getByRole('group', { name: 'Offer 1' });
    await expect(offerFields.getByLabel('Rate (%)', { exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Extra repayments: $300 a fortnight' })).toBeVisible();
    await page.goto(calculator);
    await page.getByRole('link', { name: 'Compare with another bank’s offer' }).click();
    await expect(offerFields.getByLabel('Rate (%)', { exact: true })).toBeFocused();
    await page.keyboard.type('5.79');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('No costs of switching were entered for Offer 1.');
    await offerFields.getByLabel('Fee', { exact: true }).click();
    await page.keyboard.type('395');
    await offerFields.getByLabel('Costs of Switching').click();
    await page.keyboard.type('1050');
    await expect(summary.getByRole('row', { name: /^Fee a payment/ })).toContainText('$32.92');
    await expect(summary).toContainText(/\$66\.33 less leaves your account each month, the fee included\./);
    await expect(summary).not.toContainText('No costs of switching');
    await expect(page).toHaveURL(/fees%3D::395/);
    await offerFields.getByLabel('Unit of the fee').selectOption('once');
    await expect(page).toHaveURL(/fees%3D395/);
    await offerFields.getByLabel('Unit of the fee').selectOption('a month');
    await expect(page).toHaveURL(/fees%3D:395/);
  });

  test('opens how each figure of the comparison is computed', async ({ page }) => {
    await page.goto(`${path}#${owed}&${offer('rate=5.9&costs=1200&cashback=300&fees=::395')}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    const computed = summary.getByRole('button', { name: /: how .+ is computed$/ });
    const same = 'Your browser computed this again from the rows of the loans and got the same result.';
    // That of the verdict, and those of eight rows, of which staying has four.
    await expect(computed).toHaveCount(13);
    const names = await computed.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? ''),
    );
    for (const name of names) {
      await summary.getByRole('button', { name, exact: true }).first().press('Enter');
      const dialog = page.getByRole('dialog', { name: /^DECLASSIFIED: / });
      await expect(dialog.getByText(same)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  test('sees three offers side by side, and one of them beside today on a phone', async ({
    page,
    expectNoSidewaysScroll,
  }) => {
    await page.goto(three);
    const columns = page.getByRole('region', { name: 'Summary' }).getByRole('columnheader');
    await expect(columns).toHaveText(['Figure', 'Today', /^Offer 1/, 'Offer 2', 'Both']);
    await expect(page.getByRole('button', { name: 'Add an offer' })).toBeHidden();
    const years = page.getByRole('region', { name: 'By Year' });
    await years.getByRole('button', { name: 'Year 1', exact: true }).press('Enter');
    await expect(years.getByRole('rowheader', { name: '6, 23 May 2027' })).toBeVisible();
    await resize(page, smallPhone);
    await expect(columns).toHaveText(['Figure', 'Today', /^Offer 1/]);
    await page.getByRole('radio', { name: 'Both' }).check({ force: true });
    await expect(columns).toHaveText(['Figure', 'Today', 'Both']);
    await expect(years.getByText('Payment 6, 23 May 2027')).toBeVisible();
    await expect(years.getByRole('table')).toHaveCount(0);
    await expectNoSidewaysScroll();
    // The bar over the content has the cheapest offer alone, so that three offers take no more room than one.
    const bar = page.getByRole('complementary', { name: 'Result in short' });
    await expect(bar).toContainText('Cheapest of 3: Offer 1');
    await expect(bar).toContainText('$45,426.05 less than staying');
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(90);
  });

  test('goes back through the calculations, reads each error below its field, and keeps the previous figures', async ({
    page,
  }) => {
    await page.goto(`${path}#${owed}&${offer('rate=5.9&costs=1200')}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('$45,426.05 LESS THAN STAYING');
    const today = page.getByRole('group', { name: 'Today' }).getByLabel('Rate (%)', { exact: true });
    await today.fill('7');
    await expect(page).toHaveURL(/rate=7&/);
    await expect(summary).not.toContainText('$45,426.05');
    await page.goBack();
    await expect(summary).toContainText('$45,426.05 LESS THAN STAYING');
    await expect(today).toHaveValue('6.5');
    const first = page.getByRole('group', { name: 'Offer 1' });
    await first.getByRole('button', { name: 'Fixed for, then' }).click();
    await first.getByLabel('Fixed For', { exact: true }).fill('300');
    await expect(first.getByLabel('Fixed For', { exact: true })).toHaveAccessibleDescription(
      /Must be at most 299\./,
    );
    await expect(summary).toContainText('Some terms cannot be used. Check Offer 1: Fixed For.');
    await first.getByLabel('Fixed For', { exact: true }).fill('24');
    await expect(first.getByLabel('Fixed For', { exact: true })).toHaveAccessibleDescription(
      /Needs a revert rate\./,
    );
    await first.getByRole('button', { name: 'Split' }).click();
    await first.getByLabel('Split: Amount').fill('420000');
    await first.getByLabel('Split: Rate (%)').fill('5');
    await first.getByRole('button', { name: 'Fixed for, then' }).click();
    await first.getByLabel('Then (%)', { exact: true }).fill('7');
    await expect(first.getByLabel('Split: Amount')).toHaveAccessibleDescription(
      /Must be less than what is owed\./,
    );
    await expect(summary).toContainText('TERMS CHANGED');
    await expect(summary).toContainText('$45,426.05 LESS THAN STAYING');
    await page.getByLabel('Amount Owed', { exact: true }).fill('');
    await expect(page.getByLabel('Amount Owed', { exact: true })).toHaveAccessibleDescription(
      /Required\.|Must be/,
    );
  });

  test('opens a link, and sees which of its parts are invalid, and the first three of too many offers', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(`${path}#${owed}&owned=1&${offer('rate=5.9&costs=1200&colour=red')}`);
    await expect(page.getByText('Not understood: owned=1, offer: colour=red')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$45,426.05 LESS THAN STAYING');
    await expect(page.getByLabel('Amount Owed', { exact: true })).toHaveValue('420,000');
    await expectAccessible();
    // The URL follows, without what was not understood.
    await expect(page).toHaveURL(/offer=rate%3D5\.9%26costs%3D1200$/);
    await page.goto(`${path}#${owed}&${offer('costs=many')}`);
    await expect(page.getByText('Not understood: offer: costs=many')).toBeVisible();
    const rate = page.getByRole('group', { name: 'Offer 1' }).getByLabel('Rate (%)', { exact: true });
    await expect(rate).toHaveAccessibleDescription(/Required\./);
    await expect(rate).toBeFocused();
    await page.goto(`${three}&${offer('rate=5.5')}`);
    await expect(page.getByText('Not understood: offer=rate=5.5')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Summary' }).getByRole('columnheader')).toHaveCount(5);
  });

  test('saves a comparison, and opens it from the archive with every term and figure', async ({ page }) => {
    await signInNew(page, 'switcher');
    const terms = [
      'payments=fortnightly&basis=half_monthly&extra=100:2&lump=5000:12&rate_from=7:40&offset=10000:50&fees=300:5',
      offer('name=Both&rate=6.2&months=240&costs=3000&cashback=4000&offset=false&fixed=24:6.9&fees=100:2'),
      offer('rate=5.9&split=100000:5.5:36:7'),
    ].join('&');
    await page.goto(`${path}#${owed}&${terms}`);
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('columnheader')).toHaveCount(4);
    const allTerms = () =>
      page
        .getByRole('form', { name: 'Today and offers' })
        .locator('input, select')
        .evaluateAll((fields: HTMLInputElement[]) =>
          fields.map(({ name, type, value, checked }) => [name, type === 'checkbox' ? checked : value]),
        );
    const figures = await result.getByRole('table').innerText();
    const typed = await allTerms();
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByRole('dialog').getByLabel('Name').fill('Two offers');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Open Two offers' }).click();
    await expect(result.getByRole('columnheader')).toHaveCount(4);
    await expect.poll(() => result.getByRole('table').innerText()).toBe(figures);
    expect(await allTerms()).toEqual(typed);
    await expect(page.getByText('Not all of the link was understood')).toHaveCount(0);
  });

  test('downloads every row as CSV, and prints the result with its terms', async ({ page }) => {
    await page.goto(`${path}#${owed}&${offer('rate=5.9&costs=1200')}`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(302);
    expect(lines[0]).toBe(
      'Period,Date,Staying: payment,Staying: interest,Staying: fees,Staying: balance,Offer 1: payment,' +
        'Offer 1: interest,Offer 1: fees,Offer 1: balance,Offer 1: cost difference,Offer 1: paid difference',
    );
    expect(lines.at(-1)).toMatch(/^300,2051-11-23,.*,-45426\.05,-45426\.05$/);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Amount Owed', { exact: true })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$45,426.05 LESS THAN STAYING');
    await expect(page.getByText(/Today: \$420,000 over 25 years at 6\.5%, paid monthly\./)).toBeVisible();
    await expect(page.getByText('5.9% over 25 years, $1,200 costs of switching')).toBeVisible();
  });
});
