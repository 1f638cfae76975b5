/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { loan, path } from './calculator.ts';
import { expect, test, viewports } from './fixtures.ts';
import { signInNew } from './people.ts';

const toast = '.Toastify__toast';

/** Whether a toast lies over one of the visible elements. */
const covers = (page: Page, selector: string) =>
  page.evaluate(
    ([toastSelector = '', elementSelector = '']) => {
      const box = document.querySelector(toastSelector)?.getBoundingClientRect();
      if (!box) return 'no toast';
      return [...document.querySelectorAll(elementSelector)]
        .filter((element) => element.checkVisibility() && !element.closest('.corner'))
        .map((element) => element.getBoundingClientRect())
        .some(
          ({ left, right, top, bottom }) =>
            left < box.right && right > box.left && top < box.bottom && bottom > box.top,
        );
    },
    [toast, selector],
  );

/** The timer of a toast stops while the window has no focus. */
async function holdToast(page: Page): Promise<void> {
  await expect(page.locator(toast).first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  // It slides in.
  await page
    .locator(toast)
    .evaluate((element) => Promise.all(element.getAnimations().map((a) => a.finished)));
}

async function fillLoan(page: Page): Promise<void> {
  await page.getByLabel('Total Loan Amount').fill('500000');
  await page.getByLabel('Loan Duration (Months)').fill('360');
  await page.getByLabel('Annual Interest Rate (%)').fill('6');
}

const calculateButton = (page: Page) => page.getByRole('button', { name: 'Calculate', exact: true });

test('a toast stands at the top right, over controls and figures that are not in use', async ({ page }) => {
  const width = 1000;
  await page.setViewportSize({ width, height: 700 });
  await page.goto(loan);
  await page
    .getByLabel('Total Loan Amount')
    .evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 150));
  // Without the focus, which would scroll the page.
  await calculateButton(page).evaluate((button: HTMLButtonElement) => button.click());
  await holdToast(page);
  expect(await covers(page, 'input')).toBe(true);
  const box = (await page.locator(toast).boundingBox())!;
  expect(box.x + box.width).toBeGreaterThan(width - 40);
  // Below the header and the navigation bar.
  expect(box.y).toBeLessThan(140);
});

test('a toast moves from the control that was pressed or has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await page.goto(path);
  await fillLoan(page);
  // Scrolls the button to where toasts appear: below the bar, at the right edge.
  await calculateButton(page).evaluate((button) => {
    button.style.marginInlineStart = 'auto';
    window.scrollBy(0, button.getBoundingClientRect().top - 150);
  });
  await calculateButton(page).click();
  await holdToast(page);
  expect(await covers(page, 'button:focus')).toBe(false);
  // Browsers that do not focus a clicked button.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.evaluate(() => window.dispatchEvent(new Event('scrollend')));
  expect(await covers(page, 'button[type=submit]')).toBe(false);
  await page.getByLabel('Total Loan Amount').focus();
  await page.getByLabel('Total Loan Amount').evaluate((field) => {
    window.scrollBy(0, field.getBoundingClientRect().top - 150);
  });
  await expect.poll(() => covers(page, 'input:focus')).toBe(false);
});

test('on a phone a toast stands at the bottom, above the bar of the result, and covers no heading', async ({
  page,
}) => {
  await page.setViewportSize(viewports.phone);
  await page.goto(loan);
  await calculateButton(page).press('Enter');
  await holdToast(page);
  const bar = page.getByRole('complementary', { name: 'Result in short' });
  const box = (await page.locator(toast).boundingBox())!;
  expect((await bar.boundingBox())!.y - box.y - box.height).toBeLessThan(40);
  for (const fraction of [0, 0.3, 0.6, 1]) {
    await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), fraction);
    await expect.poll(() => covers(page, 'h1, h2, h3, aside')).toBe(false);
  }
});

for (const [name, viewport] of Object.entries({ wide: viewports.wide, phone: viewports.phone })) {
  test(`a failure closes the toast of an earlier success, and no toast lies over its message (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const username = await signInNew(page, 't');
    await page.goto('/profile');
    await page.getByLabel('Phone Number').fill('400 000 000');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await holdToast(page);
    await page.getByLabel('Phone Number').fill('400 000 001');
    await page.route('**/api/user/user/update/**', (route) =>
      route.fulfill({ status: 503, json: { msg: `The record of ${username} cannot be saved now.` } }),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('cannot be saved now.').first()).toBeVisible();
    await expect(page.getByText('User Updated!')).toHaveCount(0);
    if (await page.locator(toast).count()) expect(await covers(page, '[data-tone=error]')).toBe(false);
  });
}
