import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { director, press, signIn, signInNew } from './people.ts';

const command = 'Command';

/** Presses the key after the app has added its listener. */
async function pressShortcut(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('button', { name: /^Command line/ })).toBeVisible();
  await page.keyboard.press(key);
}

test.describe('the command line', () => {
  test('calculates a loan by keyboard alone, and opens it in the calculator', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/about');
    await pressShortcut(page, 'Control+k');
    const dialog = page.getByRole('dialog', { name: 'COMMAND LINE' });
    const line = dialog.getByLabel(command, { exact: true });
    await expect(line).toBeFocused();
    await page.keyboard.type('lo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('--am');
    await page.keyboard.press('Tab');
    await page.keyboard.type('$500,000 --years 30 --rate 6%');
    await expect(line).toHaveValue('loan --amount $500,000 --years 30 --rate 6%');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('$2,997.75');
    await expect(dialog).toContainText('$579,192.69');
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);

    await dialog.getByRole('link', { name: 'Open it in the loan calculator' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(
      '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly',
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('contains what was typed while it was still loading', async ({ page }) => {
    let load: (() => void) | undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/assets\/prompt-.*\.js/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.goto('/finance/loan-calculator');
    await page.getByLabel('Total Loan Amount').focus();
    await pressShortcut(page, 'Control+k');
    await page.keyboard.type('savin');
    load?.();
    const line = page.getByLabel(command, { exact: true });
    await expect(line).toBeFocused();
    await page.keyboard.type('gs');
    await expect(line).toHaveValue('savings');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Total Loan Amount')).toHaveValue('');
  });

  test('opens a screen by its name and a dataset by plain words, the best match first, and names the destination of each', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/about');
    await pressShortcut(page, 'Control+k');
    await expect(page.getByLabel(command, { exact: true })).toBeFocused();
    await page.keyboard.type('data');
    const option = (name: RegExp) => page.getByRole('option', { name });
    const screen = option(/^DATA CORE.*The cash rate/);
    await expect(screen).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel(command, { exact: true })).toHaveAttribute(
      'aria-activedescendant',
      (await screen.getAttribute('id'))!,
    );
    for (const [words, series] of [
      ['mortgage rates', /^Interest on new variable home loans/],
      ['inflation', /^Inflation in Australia/],
      ['inflation 2011', /^3\.30\d+ per cent a year Inflation in Australia, 2011/],
      ['cash rate', /^Cash rate target/],
    ] as const) {
      await page.getByLabel(command, { exact: true }).fill(words);
      await expect(option(series).first()).toHaveAttribute('aria-selected', 'true');
    }
    await page.getByLabel(command, { exact: true }).fill('zzz 2011');
    await expect(page.getByText('No match', { exact: true })).toBeVisible();
    await page.getByLabel(command, { exact: true }).fill('cash rate');
    await expect(option(/^Cash rate target/).first()).toBeVisible();
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);
    await page.keyboard.press('ArrowDown');
    await expect(option(/^Cash rate target/)).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/data/rba-cash-rate-changes');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('finds a saved calculation by its title, and for staff a user by name and an IP address', async ({
    page,
  }) => {
    const username = await signInNew(page, 'finder');
    await page.goto('/finance/savings#opening=0&deposit=500&months=120&rate=4.5&inflation=2.5');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByLabel('Name').fill('Rainy days');
    await page.getByLabel('Name').press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/about');
    await pressShortcut(page, 'Control+k');
    const line = page.getByLabel(command, { exact: true });
    await line.fill('rainy');
    await expect(page.getByRole('option', { name: /^Rainy days/ })).toBeVisible();
    await line.press('Enter');
    await expect(page).toHaveURL(/^[^?]*\/finance\/savings#/);

    await signIn(page, director);
    // Only names are requested, because typing is no look at a record.
    const wholeLists: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/user/users' && searchParams.get('view') !== 'names')
        wholeLists.push(request.url());
    });
    await page.goto('/about');
    await pressShortcut(page, 'Control+k');
    await line.fill(username);
    await expect(page.getByRole('option', { name: `${username} User, active` })).toBeVisible();
    await line.press('Enter');
    await expect(page).toHaveURL(/\/admin\/user\/[^/]+$/);
    expect(wholeLists).toEqual([]);
    const searches: string[] = [];
    page.on('request', (request) => request.url().includes('192.0.2.0') && searches.push(request.url()));
    const searched = page.waitForResponse(/calculations.*192\.0\.2\.0/);
    await pressShortcut(page, 'Control+k');
    await line.fill('192.0.2.0/24');
    await expect(page.getByRole('option', { name: /^192/ })).toBeVisible();
    expect((await searched).ok()).toBe(true);
    // A search for users, which is sent at the same time, would be an error in the console: no user has such a name.
    expect(searches).toHaveLength(1);
    await line.press('Enter');
    await expect(page).toHaveURL('/admin/ip-address?ip_address=192.0.2.0%2F24');
  });

  test('completes with the pointer and with Tab, names what it does not understand, has a history, and returns the focus to its button', async ({
    page,
  }) => {
    await page.goto('/about');
    const button = page.getByRole('button', { name: /^Command line/ });
    await button.click();
    const line = page.getByLabel(command, { exact: true });
    await expect(line).toBeFocused();
    // Nothing to complete.
    await line.press('Tab');
    await expect(page.getByRole('button', { name: 'RUN' })).toBeFocused();
    await line.fill('loan --');
    await line.press('Tab');
    await expect(page.getByText('--amount --years')).toBeVisible();
    await expect(line).toBeFocused();
    await line.press('Tab');
    await expect(line).not.toBeFocused();
    await line.fill('sav');
    await page.getByRole('option', { name: /^save/ }).click();
    await page.keyboard.type('--goal 5');
    await expect(line).toHaveValue('save --goal 5');

    const log = page.getByRole('log');
    for (const [typed, output] of [
      ['lend 5', 'There is no command "lend".'],
      ['loan --amount 1 --foo 2', 'loan has no option --foo.'],
      ['loan --amount 1000 --years 60 --rate 6', '--years: Must be at most 600.'],
      ['open nowhere', 'There is no screen "nowhere".'],
      ['theme pink', 'There is no theme "pink".'],
    ] as const) {
      await line.fill(typed);
      await line.press('Enter');
      await expect(log).toContainText(output);
    }
    await line.press('ArrowUp');
    await expect(line).toHaveValue('theme pink');
    await line.press('ArrowUp');
    await expect(line).toHaveValue('open nowhere');
    await line.press('ArrowDown');
    await line.press('ArrowDown');
    await expect(line).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('saves, buys, opens screens and changes the theme', async ({ page }) => {
    await page.goto('/about');
    await pressShortcut(page, 'Control+k');
    const line = page.getByLabel(command, { exact: true });
    const log = page.getByRole('log');
    await line.fill('save --deposit 100 --months 2 --rate 6 --opening 1000');
    await line.press('Enter');
    await expect(log).toContainText('$1,210.53');
    await line.fill('buy --price 650000 --place vic --savings 160000');
    await line.press('Enter');
    await expect(log).toContainText('$634,345');
    await line.fill('theme high-contrast');
    await line.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
    await line.fill('open loan ops');
    await line.press('Enter');
    await expect(page).toHaveURL('/finance/loan-calculator');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('the key / opens it, but not in a field or when the shortcut is switched off', async ({ page }) => {
    await page.goto('/finance/savings');
    const field = page.getByLabel('Opening Balance');
    await field.fill('');
    await field.press('/');
    await expect(field).toHaveValue('/');
    await field.blur();
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'COMMAND LINE' });
    await dialog.getByLabel('The / key also opens the command line').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('/');
    await page.reload();
    await pressShortcut(page, '/');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeVisible();
  });
});

test.describe('the landing page’s line', () => {
  test('draws the loan that was typed, names its errors, and links to the calculator', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/');
    const figure = page.getByRole('figure');
    const line = figure.getByLabel('Loan to draw, as a command');
    await expect(line).toHaveValue('loan --amount 500000 --years 30 --rate 6');
    await line.fill('loan --amount 500000 --years 30 --rate 6 --extra 200');
    await expect(figure).toContainText('$103,145.43, 4 years 6 months');
    await expect(figure.getByRole('link', { name: 'Open it in the calculator' })).toHaveAttribute(
      'href',
      /&compounding=monthly#what-if&extra=200$/,
    );
    await line.fill('loan --amount 1000 --months 2 --rate 6 --size 3');
    await expect(figure).toContainText('loan has no option --size.');
    await expectAccessible();
    await line.fill('loan --amount 1000 --months 2 --rate 6');
    await expect(figure).toContainText('$7.51');
    await figure.getByRole('link', { name: 'Open it in the calculator' }).click();
    await expect(page).toHaveURL('/finance/loan-calculator?amount=1000&months=2&rate=6&compounding=monthly');
  });
});

test.describe('a figure of the calculator', () => {
  test('opens its formula, its values and its rounding', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly');
    const figure = page.getByRole('button', { name: '$2,997.75: how Monthly Payment is computed' });
    await figure.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'DECLASSIFIED: Monthly Payment' });
    await expect(dialog).toContainText('P = L · r · gⁿ / (gⁿ − 1)');
    await expect(dialog).toContainText('2,997.752625763761');
    await expect(dialog).toContainText('so it is dropped: 2,997.75.');
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);
    await page.keyboard.press('Escape');
    await expect(figure).toBeFocused();
  });
});
