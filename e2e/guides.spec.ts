import { expect, test } from './fixtures.ts';

test('a reader finds a guide, checks one of its figures in the calculator and comes back', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'ARSENAL', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ARSENAL');
  await expect(page.getByRole('link', { name: 'Extra repayments, early and late' })).toBeVisible();
  await page.getByRole('link', { name: 'Extra repayments, early and late' }).click();
  await expect(page).toHaveTitle(/Extra repayments, early and late/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: '$103,145.43' }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('$103,145.43');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Extra repayments, early and late');
});

test('a guide displays the age of the figures that it quotes from the data core', async ({ page }) => {
  await page.goto('/arsenal/guides/fixed-or-variable');
  await expect(page.getByText(/^Cash rate target: Figures to 1 October 2026, .* old/)).toBeVisible();
  await page.goto('/arsenal/guides/extra-repayments');
  await expect(page.getByText(/^Last changed on/)).toBeVisible();
  await expect(page.getByText(/: Figures to/)).toHaveCount(0);
});

test('a reader looks up a term of the calculator in the glossary', async ({ page }) => {
  await page.goto('/finance/savings');
  await page.getByRole('button', { name: 'Terms on this page' }).click();
  await page.getByRole('link', { name: 'present value' }).click();
  await expect(page).toHaveURL('/arsenal#present-value');
  await expect(page.getByText('What a later sum is worth today')).toBeInViewport();
  await page.reload();
  await expect(page.getByText('What a later sum is worth today')).toBeInViewport();
});

test('an unknown guide leads to the list of guides', async ({ page }) => {
  await page.goto('/arsenal/guides/no-such');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NO SUCH GUIDE');
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page).toHaveURL('/arsenal');
});
