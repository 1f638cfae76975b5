/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { loan } from './calculator.ts';
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

const calculateButton = (page: Page) => page.getByRole('button', { name: 'Calculate', exact: true });

for (const [name, viewport] of Object.entries({ ...viewports, smallest: { width: 320, height: 640 } })) {
  test(`a toast stands at the top right, below the header, and below the bar of a scrolled page (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signInNew(page, 't');
    await page.goto(loan);
    await calculateButton(page).evaluate((button: HTMLButtonElement) => button.click());
    await page.evaluate(() => window.scrollTo(0, 0));
    await holdToast(page);
    const belowBar = () =>
      page.evaluate(
        ([selector = '', bar = '']) =>
          document.querySelector(selector)!.getBoundingClientRect().top -
          document.querySelector(bar)!.getBoundingClientRect().bottom,
        [toast, 'nav[aria-label=Main]'],
      );
    const box = (await page.locator(toast).boundingBox())!;
    expect(viewport.width - box.x - box.width).toBeLessThanOrEqual(20);
    if (viewport.width <= viewports.phone.width) expect(box.x).toBeLessThanOrEqual(20);
    for (const size of ['100%', '200%']) {
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
      for (const top of [0, 400]) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        // The toast follows with the next frame.
        await expect.poll(async () => Math.ceil((await belowBar()) / 24)).toBe(1);
        expect(await covers(page, 'header:has(+ nav)')).toBe(false);
      }
    }
    await page.getByRole('button', { name: 'close' }).click();
    await expect(page.locator(toast)).toHaveCount(0);
  });
}

for (const [name, viewport] of Object.entries({ wide: viewports.wide, phone: viewports.phone })) {
  test(`a second save does not stack a second toast, and a failure closes it (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const username = await signInNew(page, 't');
    await page.goto('/profile');
    await page.getByLabel('Phone Number').fill('400 000 000');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await holdToast(page);
    await page.getByLabel('Phone Number').fill('400 000 001');
    const saved = page.waitForResponse('**/api/user/user/update/**');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await (await saved).finished();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
    await expect(page.getByText('User Updated!')).toHaveCount(1);
    await page.getByLabel('Phone Number').fill('400 000 002');
    await page.route('**/api/user/user/update/**', (route) =>
      route.fulfill({ status: 503, json: { msg: `The record of ${username} cannot be saved now.` } }),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('cannot be saved now.').first()).toBeVisible();
    await expect(page.getByText('User Updated!')).toHaveCount(0);
  });
}
