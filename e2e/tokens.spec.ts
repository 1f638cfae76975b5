import { expect, test } from './fixtures.ts';
import { press, signInNew } from './people.ts';

test('a user creates an API token, which a program can use until it is revoked', async ({
  page,
  request,
  expectAccessible,
}) => {
  await signInNew(page, 'maker');
  await page.goto('/profile?tab=tokens');
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('You have no tokens. Tokens that you create will appear here.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /read:users/ })).toHaveCount(0);

  await press(page.getByRole('button', { name: 'Make Token' }));
  await expect(page.getByText('Give it a name.')).toBeVisible();
  await expect(page.getByText('Choose at least one.')).toBeVisible();
  await tokens.getByLabel('Name', { exact: true }).fill('Household budget');
  await page.getByRole('checkbox', { name: /read:profile/ }).check();
  await press(page.getByRole('button', { name: 'Make Token' }));

  const dialog = page.getByRole('dialog', { name: 'Token “Household budget”' });
  const token = (await dialog.getByText(/^dcl_[\w-]{43}$/).textContent()) ?? '';
  await expectAccessible();
  await press(dialog.getByRole('button', { name: 'I Have It' }));
  await expect(page.getByText(token)).toHaveCount(0);

  const use = (path: string) => request.get(path, { headers: { authorization: `Bearer ${token}` } });
  expect((await use('/api/core/user/storage-usage/')).status()).toBe(200);
  expect((await use('/api/user/list_friend_requests/')).status()).toBe(403);

  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Household budget' });
  await expect(row).toContainText('last used');
  await press(row.getByRole('button', { name: 'Revoke' }));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('Token revoked.')).toBeVisible();
  await expect(page.getByText('You have no tokens. Tokens that you create will appear here.')).toBeVisible();
  expect((await use('/api/core/user/storage-usage/')).status()).toBe(401);
});
