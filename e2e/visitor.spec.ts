import clientPackage from '../client/package.json' with { type: 'json' };
import rootPackage from '../package.json' with { type: 'json' };
import { expect, test, viewports } from './fixtures.ts';

const openLoan = '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly';

test.describe('a visitor', () => {
  test('reads the landing page on a phone, and opens the calculator from it', async ({ page }) => {
    await page.setViewportSize(viewports.phone);
    await page.goto('/');
    await expect(page).toHaveTitle(/Declassified/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('DECRYPT FINANCE', {
      ignoreCase: true,
    });
    for (const heading of ['DASHBOARD', 'ENCRYPTION PROTOCOLS', 'ARSENAL', 'DATA CORE']) {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
    await expect(page.getByText('not a financial advisor').first()).toBeVisible();
    await page.getByRole('button', { name: 'MENU' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'LOAN OPS' }).click();
    await expect(page).toHaveURL('/finance/loan-calculator');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('reaches the landing page from /home, and the login from INITIALIZE', async ({ page }) => {
    await page.goto('/home');
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: 'INITIALIZE' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/');
    await page.getByRole('link', { name: 'ACCESS / GUEST' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('finds every tool in the panel of MORE, and the logo in the same place on every screen', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto('/');
    const logo = page.getByRole('banner').getByRole('link').first();
    const { x } = (await logo.boundingBox())!;
    await page.getByRole('button', { name: 'MORE' }).click();
    const panel = page.getByRole('list', { name: 'Guides and data' });
    await expect(panel.getByRole('listitem').filter({ hasText: 'DATA CORE' })).toContainText('cash rate');
    await expectAccessible();
    await panel.getByRole('link', { name: 'DATA CORE' }).click();
    await expect(page).toHaveURL('/data');
    expect((await logo.boundingBox())!.x).toBe(x);
    await page.goto('/finance/loan-calculator');
    expect((await logo.boundingBox())!.x).toBe(x);
    await onPhoneToo(expectNoSidewaysScroll);
  });

  test('calculates a loan by keyboard alone, to the cent, and clears it', async ({
    page,
    expectNoSidewaysScroll,
  }) => {
    await page.goto('/finance/loan-calculator');
    await page.getByLabel('Total Loan Amount').focus();
    await page.keyboard.type('500000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('360');
    await page.keyboard.press('Tab');
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');

    await expect(page.getByText('Calculation successful!')).toBeVisible();
    await expect(page.getByText('$2,997.75').first()).toBeVisible();
    await expect(page.getByText('$579,192.69').first()).toBeVisible();
    await expect(page.getByText('$1,079,192.69').first()).toBeVisible();
    await expect(page.getByText('0.50000%').first()).toBeVisible();
    await expect(page.getByText('Breakdown of Total Payments')).toBeVisible();
    const rows = page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^\d+$/ }) });
    await expect(rows).toHaveCount(360);
    await expect(rows.last().getByRole('cell').last()).toHaveText('$0.00');
    await expectNoSidewaysScroll();
    await page.setViewportSize(viewports.phone);
    const cards = page.getByRole('listitem').filter({ hasText: /^Period \d/ });
    await expect(cards).toHaveCount(12);
    await page.getByRole('button', { name: 'Open All Years' }).click();
    await expect(cards).toHaveCount(360);
    await expectNoSidewaysScroll();

    await page.getByRole('button', { name: 'Clear Form' }).click();
    await expect(page.getByLabel('Total Loan Amount')).toHaveValue('');
    await expect(page.getByLabel('Compounding Frequency')).toHaveValue('monthly');
    await expect(page.getByText('$2,997.75')).toHaveCount(0);
    await expect(page).toHaveURL('/finance/loan-calculator');
  });

  test('reads on the about page what the app is not, and the licences of everything by others that the pages contain', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(page.getByText('not a financial advisor').first()).toBeVisible();
    await page.getByRole('link', { name: 'Read their licences' }).click();
    await expect(page).toHaveURL(/\/assets\/[\da-f]{8}-licenses\.txt$/);
    const text = (await page.textContent('body')) ?? '';
    const named = Array.from(text.matchAll(/^## (\S+) - /gm), ([, name]) => name);
    // Tools of the build, and a package that only passes on another one. The workspaces are our own code.
    const { workspaces } = rootPackage;
    const others = new Set([
      '@tailwindcss/vite',
      'marked',
      'vite',
      'yaml',
      'react-router-dom',
      ...workspaces,
    ]);
    const dependenciesOfPages = Object.keys(clientPackage.dependencies).filter((name) => !others.has(name));
    expect(named).toEqual(
      expect.arrayContaining([...dependenciesOfPages, 'react-router', 'zod', 'countries-list']),
    );
    expect(named.filter((name = '') => workspaces.includes(name))).toEqual([]);
    expect(text).toContain('SIL OPEN FONT LICENSE');
    expect(text.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(15);
  });

  test('returns from the computation of a figure to the same place', async ({ page }) => {
    await page.goto(openLoan);
    const link = page.getByRole('link', { name: 'How this is computed' });
    await expect(page.getByRole('radio', { name: 'By year' })).toBeVisible();
    const top = () => page.evaluate(() => Math.round(window.scrollY));
    await page.evaluate(() => window.scrollTo(0, 300));
    await link.dispatchEvent('click');
    await expect(page).toHaveURL('/about#figures');
    await expect.poll(top).not.toBe(300);
    const figures = await top();
    await page.getByRole('link', { name: 'What it does with data' }).click();
    await expect(page).toHaveURL('/about#data');
    await expect.poll(top).not.toBe(figures);
    await page.goBack();
    await expect(page).toHaveURL('/about#figures');
    await expect.poll(top).toBe(figures);
    await page.goBack();
    await expect(page.getByText('$2,997.75').first()).toBeVisible();
    await expect.poll(top).toBe(300);
  });

  test('keeps the chosen theme', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /contrast/i }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
  });
});
