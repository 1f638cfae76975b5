import { expect, test } from './fixtures.ts';
import { press, signInNew } from './people.ts';

test('a visitor sees a description of the screen, reads the policy and withdraws consent', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'ENCRYPTION PROTOCOLS' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ENCRYPTION PROTOCOLS' })).toBeVisible();
  await expect(page).toHaveTitle(/^Encryption protocols/);
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByText('Behind the Sign-in')).toBeVisible();
  await page.getByRole('button', { name: 'Read it' }).click();
  await expect(page.getByRole('dialog', { name: 'PRIVACY POLICY' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not consented in this browser')).toBeVisible();
  await expect(page.getByText('For a tool call of an assistant, the server logs only')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('userConsent', 'accepted'));
  await page.reload();
  await press(page.getByRole('button', { name: 'Withdraw' }));
  await page.getByRole('button', { name: 'Withdraw consent' }).press('Enter');
  await expect(page.getByText('You have not consented in this browser')).toBeVisible();
});

test('a user sees a line for each kind of stored data and each way to sign in, and exports the data', async ({
  page,
}) => {
  const username = await signInNew(page, 'private');
  await page.goto('/privacy');
  const storedData = page.getByRole('region', { name: 'Stored Data' });
  await expect(storedData).toContainText('IP records');
  await expect(storedData).toContainText('Username, email address.');
  await expect(storedData).toContainText('Other users find you by your username.');
  const views = page.getByRole('region', { name: 'Who Has Viewed It' });
  await expect(views).toContainText('No agent has viewed');
  await expect(views).toContainText(': successful.');
  const entry = page.getByRole('region', { name: 'Who Can Sign In' });
  await expect(entry).toContainText('None. You sign in with your password alone.');
  await expect(entry).toContainText('This one with');
  await expect(entry).toContainText('1 browser');
  await expect(entry).toContainText('No program has one of your tokens.');
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Export My Data' }));
  expect((await downloading).suggestedFilename()).toContain(username);
  for (const [link, panel] of [
    ['See Staff', 'Access By Staff'],
    ['Change Who finds you', 'Preferences'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('region', { name: panel })).toBeInViewport({ ratio: 0.5 });
    await page.goBack();
  }
  await page.getByRole('link', { name: 'End Sessions' }).click();
  await expect(page.getByRole('heading', { name: 'USER PROFILE' })).toBeVisible();
});
