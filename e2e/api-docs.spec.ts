import { expect, test } from './fixtures.ts';

test('the documentation page describes and runs an operation under a strict content security policy', async ({
  page,
}) => {
  const otherHosts: string[] = [];
  page.on('request', (request) => {
    const isOwnHost =
      /^(data|blob):/.test(request.url()) || new URL(request.url()).origin === new URL(page.url()).origin;
    if (page.url() !== 'about:blank' && !isOwnHost) otherHosts.push(request.url());
  });
  await page.goto('/api/docs');
  await expect(page).toHaveTitle('Declassified API');

  await page.locator('#operations-tag-loans').click();
  const calculation = page.locator('#operations-loans-calculatePrincipal');
  await expect(calculation).toContainText('/api/v1/finance/calculate-principal/');
  await calculation.getByRole('button').first().click();
  await expect(calculation).toContainText('total_loan_amount');
  await calculation.getByRole('button', { name: 'Try it out' }).click();
  await calculation.getByRole('button', { name: 'Execute' }).click();
  await expect(calculation.locator('.live-responses-table')).toContainText('Calculation successful!');
  expect(otherHosts).toEqual([]);
});
