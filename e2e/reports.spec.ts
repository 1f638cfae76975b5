import { readFile } from 'node:fs/promises';
import { expect, resize, test } from './fixtures.ts';
import { director, press, signIn } from './people.ts';

test('an agent goes from the dashboard to a day of the reports, and from a top list to its records', async ({
  page,
  request,
}) => {
  const data = { username_or_email: `nobody-${Date.now()}`, password: 'not a password' };
  expect((await request.post('/api/user/login/', { data })).ok()).toBe(false);
  await signIn(page, director);
  await page.goto('/admin/dashboard');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText('Sign-ins', { exact: true })).toBeVisible();
  await expect(
    today.getByText(/^[\d,]+ yesterday by \d\d:\d\d$|^yesterday is not complete$/).first(),
  ).toBeVisible();
  await press(today.getByRole('link', { name: 'View today’s report by hour' }));
  await expect(page).toHaveURL(/\/admin\/reports\?from=/);

  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const signIns = page.getByRole('region', { name: 'Sign-ins', exact: true });
  await signIns.getByText('Sign-ins as a table').click();
  await expect(signIns.getByRole('row')).toHaveCount(31);
  await press(signIns.getByRole('button', { name: 'Enlarge Sign-ins' }));
  await expect(signIns.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enlarge Registrations' })).toBeVisible();

  const addresses = page.getByRole('region', { name: 'IP addresses with the most failed sign-ins' });
  await press(addresses.getByRole('link').first());
  await expect(page.getByRole('heading', { level: 1, name: 'IP Investigation' })).toBeVisible();
  await expect(page).toHaveURL(/action=login_failed/);
  await expect(page.getByText('Login failed').first()).toBeVisible();
});

test('a press on a column of the chart of today reads its hour, on a desktop and on a phone', async ({
  page,
}) => {
  await signIn(page, director);
  await page.goto('/admin/dashboard');
  const slider = page.getByRole('slider', { name: 'Hour of the chart' });
  for (const width of [1440, 375]) {
    await resize(page, { width, height: 900 });
    const plot = (await page.getByRole('img', { name: 'by hour, today and yesterday' }).boundingBox())!;
    const { x } = (await slider.boundingBox())!;
    for (const hour of [0, 1, 12, 23]) {
      // The slider lies over the plot. What is above both may still be loading, so a press waits for its place.
      const position = { x: plot.x - x + (plot.width * (hour + 0.5)) / 24, y: plot.height / 2 };
      await slider.click({ position });
      await expect(slider).toHaveValue(String(hour));
    }
  }
});

test('a report of ten years by the hour is refused beside its interval, and by the month is displayed and exported', async ({
  page,
}) => {
  await signIn(page, director);
  await page.goto('/admin/reports?from=2016-01-01&to=2025-12-31&interval=hour&time_zone=Australia%2FSydney');
  await expect(page.getByLabel('Interval')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/^At most 1,100 intervals/)).toBeVisible();
  await page.getByLabel('Interval').selectOption('month');
  await press(page.getByRole('button', { name: 'Show' }));
  await expect(page.getByRole('region', { name: 'Registrations' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Export CSV' }));
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(121);
  expect(lines[1]).toMatch(/^2015-12-31T13:00:00.000Z,/);
});
