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

for (const [name, viewport] of Object.entries(viewports)) {
  test(`a toast stands at the top right, below the header (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(loan);
    // Without the focus, which the toast would avoid.
    await calculateButton(page).evaluate((button: HTMLButtonElement) => button.click());
    await page.evaluate(() => window.scrollTo(0, 0));
    await holdToast(page);
    const box = (await page.locator(toast).boundingBox())!;
    expect(viewport.width - box.x - box.width).toBeLessThanOrEqual(20);
    if (viewport === viewports.phone) expect(box.x).toBeLessThanOrEqual(20);
    expect(await covers(page, 'header:has(+ nav), nav[aria-label=Main]')).toBe(false);
    expect(box.y).toBeLessThan(190);
  });
}

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
