import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pagePaths } from 'contract/page-paths.ts';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createNewUser, signIn } from './people.ts';
import { isPictureOf } from './pictures.ts';

const loanTerms = 'amount=500000&months=360&rate=6&compounding=monthly';
const guide = '/arsenal/guides/fixed-or-variable';
const series = '/data/rba-cash-rate-changes';
const published = [
  pagePaths.core,
  pagePaths.about,
  pagePaths.arsenal,
  guide,
  pagePaths.dataCore,
  series,
  '/data/cpi-quarterly?from=2015&with=inflation-australia',
  '/data/income-tax-residents',
  pagePaths.loanCalculator,
  `${pagePaths.loanCalculator}?${loanTerms}`,
  `${pagePaths.loanCalculator}?amount=1e3&months=24&rate=5.5`,
  pagePaths.savings,
  pagePaths.buying,
  pagePaths.switching,
  pagePaths.takeHomePay,
  pagePaths.statement,
  pagePaths.privacy,
];

async function listed(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  return Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => new URL(url).pathname);
}

test('every page of the sitemap has a title, a description, a heading and a picture of its own', async ({
  request,
}) => {
  const urls = await listed(request);
  expect(urls).toEqual(expect.arrayContaining(published.filter((url) => !url.includes('?'))));
  const titles = new Set<string>();
  for (const url of urls) {
    const text = await (await request.get(url)).text();
    const title = /<title>(.*?)<\/title>/.exec(text)?.[1] ?? '';
    expect([url, titles.has(title)]).toEqual([url, false]);
    titles.add(title);
    expect(text).toMatch(/<meta name="description" content="[^"]{20,}" \/>/);
    expect(text).toMatch(/<h1[^>]*>.+?<\/h1>/s);
    // The content security policy permits neither.
    expect(text).not.toMatch(/style="|<script>|<script (?!src|type)/);
    const picture = await request.get(`/preview${url === '/' ? '/index' : url}.png`);
    expect([url, picture.headers()['content-type']]).toEqual([url, 'image/png']);
  }
});

/** More than the page that the browser renders. */
const mostBytes = 7_000;

test('no public page weighs more than 7 kB', async ({ request }) => {
  const sizeOf = async (url: string) => {
    const headers = (await request.get(url, { headers: { 'accept-encoding': 'br' } })).headers();
    expect([url, headers['content-encoding']]).toEqual([url, 'br']);
    return Number(headers['content-length']);
  };
  const plain = await sizeOf(pagePaths.login);
  for (const url of new Set([...(await listed(request)), ...published]))
    expect([url, (await sizeOf(url)) - plain < mostBytes]).toEqual([url, true]);
});

test('the figures of a link and of its picture are those of the API, also in another order and beside foreign parameters', async ({
  request,
}) => {
  const terms = {
    total_loan_amount: '432100.50',
    duration_months: '275',
    annual_interest_rate: '5.79',
    compounding_frequency: 'daily',
  };
  const { data } = await (await request.post(calculatePrincipal.url, { data: terms })).json();
  const payment = data.calculated_monthly_payment.toLocaleString('en-AU', {
    style: 'currency',
    currency: 'AUD',
  });
  const read = async (query: string) => (await request.get(`${pagePaths.loanCalculator}?${query}`)).text();
  const label = 'a month for $432,100.50 over 22 years 11 months at 5.79%';
  const text = await read('rate=5.79&amount=432100.50&utm_source=x&compounding=daily&months=275');
  expect(text).toContain(`content="${payment} ${label}"`);
  expect(await read('amount=432100.50&months=275&rate=5.79&compounding=daily')).toBe(text);
  const picture = await request.get(
    `/preview${pagePaths.loanCalculator}.png?amount=432100.50&months=275&rate=5.79&compounding=daily`,
  );
  const rows = data.amortization_schedule as { remaining_balance: number }[];
  const points = rows.map(({ remaining_balance }) => remaining_balance);
  const expected = { title: 'Loan calculator', description: '', figure: { value: payment, label, points } };
  expect(await isPictureOf(await picture.body(), expected)).toBe(true);
  const refused = await read('amount=x%3C/script%3E&months=1');
  expect(refused).toContain('<title>Loan calculator');
  expect(refused).toContain('Must be a number.');
  expect(refused).not.toMatch(/og:title" content="\$/);
});

for (const { timezoneId, contrast, width } of [
  { timezoneId: 'Pacific/Kiritimati', contrast: 'no-preference', width: 412 },
  { timezoneId: 'America/Los_Angeles', contrast: 'more', width: 1440 },
] as const) {
  test.describe(`a reader in ${timezoneId} at ${width} px`, () => {
    test.use({ timezoneId, contrast, viewport: { width, height: 900 } });

    test('sees the server’s pages stay when the app takes over', async ({ page }) => {
      // Both are reported for the whole life of the page.
      await page.addInitScript(() => {
        const seen = { shifts: 0, violations: 0, heading: undefined as Element | null | undefined };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        document.addEventListener('securitypolicyviolation', () => seen.violations++);
        document.addEventListener('DOMContentLoaded', () => (seen.heading = document.querySelector('h1')));
      });
      for (const url of published) {
        await page.goto(url);
        // Removed once the app has taken over.
        await expect(page.locator('#page-state')).toHaveCount(0);
        const { shifts, ...rest } = await page.evaluate(() => {
          const { seen } = window as unknown as {
            seen: { shifts: number; violations: number; heading: unknown };
          };
          const isSameHeading = seen.heading === document.querySelector('h1');
          return { shifts: seen.shifts, violations: seen.violations, isSameHeading };
        });
        expect([url, rest]).toEqual([url, { violations: 0, isSameHeading: true }]);
        // On a machine without a monospaced font, lines move when the app's font arrives.
        expect([url, shifts < 0.002]).toEqual([url, true]);
      }
    });
  });
}

test.describe('a reader without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 412, height: 900 } });

  test('reads a guide, and follows the links behind MENU', async ({ page }) => {
    await page.goto(guide);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Fixed or variable, and what a split means',
    );
    await page.getByRole('button', { name: 'MENU' }).click();
    await page.getByRole('link', { name: 'DATA CORE' }).click();
    await expect(page.getByRole('img', { name: /^Line chart of Cash rate target/ })).toBeVisible();
    await page.getByRole('link', { name: 'Cash rate target' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cash rate target');
    const chart = page.getByRole('region', { name: 'Chart' }).getByRole('figure');
    await expect(chart.getByText('4.60%', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(chart.locator('path[stroke]')).toBeVisible();
  });

  test('reads what the login and the registration need', async ({ page }) => {
    for (const [path, title] of [
      ['/login', 'Sign in'],
      ['/register', 'Register'],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} · Declassified`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript');
      await expect(page.locator('main p').first()).toContainText('Signing in, registering');
      await expect(page.getByRole('link', { name: 'the guides' })).toBeVisible();
    }
  });

  test('sees the result of a link, and what needs scripts', async ({ page }) => {
    await page.goto(`${pagePaths.loanCalculator}?${loanTerms}`);
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('$2,997.75');
    const schedule = page.getByRole('region', { name: 'Amortization Schedule' });
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      await expect(schedule.getByRole('row')).toHaveCount(31);
      await expect(schedule.getByRole('row', { name: /^Year 30 / })).toContainText('$0.00');
      await expect(schedule.getByText('Calculating…')).toBeHidden();
    }
    await page.emulateMedia({ media: null });
    const years = page.getByRole('region', { name: 'Principal and Interest by Year' });
    await expect(years.getByText('■ Interest')).toBeVisible();
    await expect(years.locator('svg path')).toHaveCount(2);
    for (const [path, text] of [
      [pagePaths.loanCalculator, 'Calculating needs JavaScript.'],
      [pagePaths.statement, 'Calculating needs JavaScript.'],
      [pagePaths.training, 'The questions need JavaScript.'],
    ] as const) {
      await page.goto(path);
      expect(await page.content()).toContain(`<noscript>${text}</noscript>`);
      // A form would load the page again, without what was typed.
      await expect(page.locator('button[type="submit"]')).toHaveCount(0);
      await expect(page.locator('main .button:is(button):visible')).toHaveCount(0);
    }
    for (const path of [
      pagePaths.loanCalculator,
      pagePaths.savings,
      pagePaths.buying,
      pagePaths.switching,
      pagePaths.takeHomePay,
    ]) {
      await page.goto(path);
      expect(await page.content()).toContain('<noscript>Calculating needs JavaScript.</noscript>');
      await expect(page.getByRole('heading', { name: 'WHAT IF' })).toBeHidden();
      await expect(page.locator('main :is(.button, [aria-expanded]):is(button):visible')).toHaveCount(0);
      // Terms after a # are read by scripts.
      await expect(page.locator('main .button[href*="#"]:visible')).toHaveCount(0);
    }
  });
});

/** A page of the server, which the app takes over once it is released. */
async function openSlowly(context: BrowserContext, path: string) {
  const release = new EventEmitter();
  const released = once(release, 'release');
  await context.route(/\/assets\/app-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const slow = await context.newPage();
  await slow.goto(path, { waitUntil: 'commit' });
  return { slow, release: () => release.emit('release') };
}

for (const reader of ['guest', 'signed-in user']) {
  test(`a file that a ${reader} chooses before the app takes over is read`, async ({ page, context }) => {
    if (reader !== 'guest') await signIn(page, await createNewUser('early'));
    const { slow, release } = await openSlowly(context, pagePaths.statement);
    const buffer = Buffer.from('Date,Text,Amount,Balance\n13/01/2026,A,-1000.00,-1000.00\n');
    await slow
      .getByLabel(/^Loan account \(CSV/)
      .setInputFiles({ name: 'loan.csv', mimeType: 'text/csv', buffer });
    release();
    await expect(slow.getByRole('button', { name: 'Remove loan.csv' })).toBeVisible();
    await slow.close();
    await page.close();
  });

  test(`what a ${reader} types and presses before the app takes over is not lost`, async ({
    page,
    context,
  }) => {
    if (reader !== 'guest') await signIn(page, await createNewUser('early'));
    const { slow, release } = await openSlowly(context, pagePaths.loanCalculator);
    const amount = slow.getByLabel('Total Loan Amount');
    await amount.fill('300000');
    await slow.getByLabel('Annual Interest Rate (%)').fill('5');
    await slow.getByLabel('Loan Duration (Months)').fill('360');
    await slow.getByRole('button', { name: 'High contrast' }).click();
    await slow.getByRole('button', { name: 'Calculate' }).click();
    await amount.focus();
    release();
    await expect(slow.locator('#page-state')).toHaveCount(0);
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue('300000');
    await expect(slow.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
    await expect(slow.getByRole('region', { name: 'Result' })).toContainText('$1,610.46');
    await slow.close();
    await page.close();
  });
}

test('a link to a result that met a busy server is opened again by itself', async ({ page }) => {
  let requests = 0;
  await page.route('**/finance/savings', (route) =>
    requests++ === 0
      ? route.fulfill({
          status: 503,
          contentType: 'text/html',
          body: '<p>Busy.</p><script src="/try-again.js" data-seconds="1"></script>',
        })
      : route.continue(),
  );
  await page.goto('/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5');
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('$83,434.08');
  expect(requests).toBe(2);
});

test('another site embeds a series with the line from its page, without cookies', async ({
  page,
  context,
}) => {
  await page.goto(series);
  await page.getByRole('button', { name: 'Embed this series' }).click();
  const line = await page.locator('code', { hasText: '<iframe' }).textContent();
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Other</title>${line}`),
  );
  await once(site.listen(0, '127.0.0.1'), 'listening');
  await context.clearCookies();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Cash rate target');
  await expect(frame.getByRole('img')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  site.close();
});

test('a signed-in user does not see the links of a guest before the app takes over', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, await createNewUser('reader'));
  const [signedOut, sent] = await Promise.all([request.get(guide), page.request.get(guide)]);
  expect(await sent.text()).toBe(await signedOut.text());
  const { slow, release } = await openSlowly(context, guide);
  await expect(slow.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(slow.getByText('INITIATE PROFILE')).toBeHidden();
  release();
  await expect(slow.getByText('AGENT')).toBeVisible();
  await expect(slow.locator('html')).not.toHaveAttribute('data-session');
  await slow.close();
});
