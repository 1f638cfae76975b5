import { expect, test } from './fixtures.ts';
import { director, signIn } from './people.ts';

test.use({ serviceWorkers: 'allow' });

const calculators: [url: string, figure: string][] = [
  ['/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly', '$2,997.75'],
  [
    '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly#what-if&extra=200',
    '$103,145.43',
  ],
  ['/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5', '$83,434.08'],
  ['/finance/buying#price=650000&place=vic&savings=160000', '$164,070.00'],
  ['/finance/study-loan#balance=30000&income=91000&growth=3', 'Ends in 2035-36'],
  [
    '/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&offer=rate%3D5.9',
    'LESS THAN STAYING',
  ],
  ['/finance/take-home-pay#income=90000&year=2026-27', '$71,000.00'],
];

test('a person opens every calculator without a connection, and reads why the rest does not open', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
  await context.setOffline(true);
  for (const [url, figure] of calculators) {
    await page.goto(url);
    await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText(figure);
  }
  await page.goto('/finance/check#sample');
  await expect(page.getByText('222 rows from')).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('4 OF 14 CHARGES DIFFER')).toBeVisible();
  const offline = page.getByRole('alert').filter({ hasText: 'You are offline' });
  for (const path of [
    '/about',
    '/arsenal/guides/extra-repayments',
    '/data/inflation-australia',
    '/login',
    '/no/page',
  ]) {
    await page.goto(path);
    await expect(offline, path).toContainText('You are offline: calculators work, the rest will come back');
    await expect(page).toHaveURL(path);
  }
  await page.goto('/data');
  await offline.getByRole('link', { name: 'Open the loan calculator' }).click();
  await page.getByLabel('Total Loan Amount').fill('1000');
  await page.getByRole('link', { name: 'ARSENAL' }).click();
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'ARSENAL' })).toBeVisible();
});

test('pages of the staff and of a session never come from the cache, and say without a connection that they cannot open', async ({
  page,
  context,
}) => {
  await signIn(page, director);
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  // `/index.html` is the page of the app without content.
  expect(cached.filter((path) => !/^\/(?:index\.html$|assets\/)/.test(path))).toEqual([]);
  const cachedScreens = cached.flatMap((path) => /([\w-]+)-screen-[^/]+\.js$/.exec(path)?.[1] ?? []);
  expect(cachedScreens.toSorted()).toEqual([
    'buying',
    'loan-calculator',
    'savings',
    'statement',
    'study-loan',
    'switch',
    'take-home-pay',
  ]);
  await context.setOffline(true);
  for (const path of [
    '/profile',
    '/dashboard',
    '/loans',
    '/training',
    '/admin/dashboard',
    '/admin/userlist',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('alert'), path).toContainText('You are offline');
  }
});
