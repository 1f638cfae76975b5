import type { Page } from '@playwright/test';
import { endOtherSessions } from 'contract/devices/devices.ts';
import { path } from './calculator.ts';
import { expect, test } from './fixtures.ts';
import { callAs, press, signInNew } from './people.ts';

const calculate = (page: Page) => press(page.getByRole('button', { name: 'Calculate', exact: true }));

/** Our server needs no token for a calculation, and so ignores an invalid one. Another server may refuse it. */
async function refuseTokensOfCalculations(page: Page): Promise<void> {
  await page.route('**/calculate-principal/', (route) =>
    route.request().headers()['authorization'] === undefined
      ? route.continue()
      : route.fulfill({ status: 401, json: { detail: 'Token is invalid or expired.' } }),
  );
}

/** The three ways in which a page finds out that its session has ended elsewhere. */
const ways = [
  { name: 'the stream of notifications', isStreamOpen: true, act: async () => {} },
  { name: 'the refresh of the session timer', act: (page: Page) => page.clock.fastForward('05:00') },
  {
    name: 'a calculation',
    act: async (page: Page) => {
      await refuseTokensOfCalculations(page);
      await calculate(page);
    },
  },
];

for (const { name, isStreamOpen = false, act } of ways) {
  test(`a user whose session ends elsewhere keeps the open loan, and learns it from ${name}`, async ({
    page,
  }) => {
    await page.clock.install();
    if (!isStreamOpen) await page.route('**/notifications/**', (route) => route.abort());
    const username = await signInNew(page, 'se');
    await page.goto(path);
    await expect(page.getByText(`AGENT ${username}`)).toBeVisible();
    await page.getByLabel('Total Loan Amount').fill('500,000');
    await page.getByLabel('Loan Duration (Months)').fill('30 years');
    await page.getByLabel('Annual Interest Rate (%)').fill('6');

    const elsewhere = await callAs(username);
    await elsewhere.call(endOtherSessions);
    await act(page);
    await expect(page.getByText('See you!')).toBeVisible();
    await expect(page.getByText('ACCESS / GUEST')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page.getByLabel('Total Loan Amount')).toHaveValue('500,000');
    await expect(page.getByLabel('Loan Duration (Months)')).toHaveValue('30 years');

    await calculate(page);
    await expect(page.getByText('$2,997.75').first()).toBeVisible();
  });
}
