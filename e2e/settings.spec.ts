import { listSettings, updateSettings } from 'contract/settings/settings.ts';
import { expect, test, viewports } from './fixtures.ts';
import { callAs, director, password, press, signIn } from './people.ts';

/** Another superuser, who uses the API. */
async function changeElsewhere(values: object): Promise<void> {
  const { call } = await callAs(director);
  const { version } = await call(listSettings);
  await call(updateSettings, { version, values });
}

// Settings apply to the whole server. So these stories run in sequence, and change only what no other story reads.
test.describe.configure({ mode: 'default' });

test('a superuser changes a setting, is refused an invalid value, sees the change of another superuser, and restores the default', async ({
  page,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  await signIn(page, director);
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeDisabled();

  const contact = page.getByLabel('Contact email');
  const days = page.getByLabel('Audit details retention days');
  await days.fill('29');
  await contact.fill('nobody');
  await press(save);
  await expect(page.getByText('Must be at least 30.')).toBeVisible();
  await expect(contact).toHaveAttribute('aria-invalid', 'true');
  await expect(contact).toBeFocused();
  await expectAccessible();

  await days.fill('400');
  await contact.fill('desk@example.org');
  await changeElsewhere({ audit_details_retention_days: 500 });
  await press(save);
  await expect(page.getByText('Somebody else changed the settings in the meantime.')).toBeVisible();
  await expect(page.getByText(`Audit details retention days is now 500, by ${director}.`)).toBeVisible();
  await expect(days).toHaveValue('400');
  await press(save);
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(page.getByText('There are no unsaved changes.')).toBeVisible();
  await page.setViewportSize(viewports.phone);
  await expect(page.getByRole('button', { name: 'Staff menu' })).toBeVisible();
  await expectNoSidewaysScroll();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toBeVisible();
  const site = await request.get('/api/core/site/');
  expect(await site.json()).toMatchObject({ contact_email: 'desk@example.org' });

  await press(page.getByRole('button', { name: 'Reset contact email to default' }));
  await press(page.getByRole('button', { name: 'Reset audit details retention days to default' }));
  await press(save);
  await expect(contact).toHaveValue('contact@declassified.example');
  await expect(days).toHaveValue('365');
});

test('a superuser switches on the refresh of datasets, and reads why it failed', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await signIn(page, director);
  await page.goto('/admin/settings');
  const data = page.getByRole('table', { name: /^The last attempt/ });
  const gdp = data.getByRole('row', { name: /^Gross domestic product/ });
  await expect(gdp).toContainText(/Figures to 2023, .* old/);
  await expect(gdp.getByRole('cell', { name: 'Off' })).toBeVisible();
  await expect(data.getByRole('button')).toHaveCount(0);

  const refresh = page.getByLabel('Data refresh');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await refresh.selectOption('on');
  await press(save);
  await expect(gdp).toContainText('Not tried yet');
  await press(gdp.getByRole('button', { name: /^Try now/ }));
  await expect(gdp).toContainText('Refused: is not CSV but HTML');
  await expect(gdp.getByRole('button')).not.toHaveAttribute('aria-disabled');
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);

  await refresh.selectOption('off');
  await press(save);
  await expect(gdp.getByRole('cell', { name: 'Off' })).toBeVisible();
});

test('a superuser makes a backup, downloads it with the password, and sends a test email', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, director);
  await page.goto('/admin/settings');
  await press(page.getByRole('button', { name: 'Back up now' }));
  await expect(page.getByText('made by hand').first()).toBeVisible();
  await press(page.getByRole('button', { name: /^Download Today/ }).first());
  const dialog = page.getByRole('dialog', { name: 'DOWNLOAD A BACKUP' });
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByLabel('Your password').press('Enter');
  await expect(dialog.getByText('Invalid credentials')).toBeVisible();
  await expectAccessible();
  await dialog.getByLabel('Your password').fill(password);
  const downloading = page.waitForEvent('download');
  await dialog.getByLabel('Your password').press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^declassified-.+-by_hand\.backup$/);
  expect(await download.failure()).toBeNull();
  await expect(dialog).toBeHidden();

  await press(page.getByRole('button', { name: 'Send a test email' }));
  await expect(page.getByText('The email is in the local mailbox.')).toBeVisible();
});
