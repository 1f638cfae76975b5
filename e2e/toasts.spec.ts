/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { loan } from './calculator.ts';
import { expect, resize, test, viewports } from './fixtures.ts';
import { director, press, signIn, signInNew } from './people.ts';
import { createWorld } from './world.ts';

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

/** The timers of toasts start when they have slid in, whoever looks, and stop when the window loses the focus. */
async function holdToasts(page: Page, count: number): Promise<void> {
  await page.waitForFunction((expected) => {
    const timers = [...document.querySelectorAll('.Toastify__progress-bar')];
    const stopped = timers.filter((timer) => getComputedStyle(timer).animationPlayState !== 'running');
    if (timers.length !== expected || stopped.length > 0) return false;
    window.dispatchEvent(new Event('blur'));
    return true;
  }, count);
}

test('a toast stands at the top right, below the header, and below the bar of a scrolled page, at every width', async ({
  page,
}) => {
  await signInNew(page, 't');
  await page.goto(loan);
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await holdToasts(page, 1);
  const belowBar = () =>
    page.evaluate(
      ([selector = '', bar = '']) =>
        document.querySelector(selector)!.getBoundingClientRect().top -
        document.querySelector(bar)!.getBoundingClientRect().bottom,
      [toast, 'nav[aria-label=Main]'],
    );
  for (const viewport of [...Object.values(viewports), { width: 320, height: 640 }]) {
    await resize(page, viewport);
    const box = (await page.locator(toast).boundingBox())!;
    expect(viewport.width - box.x - box.width).toBeLessThanOrEqual(20);
    if (viewport.width <= viewports.phone.width) expect(box.x).toBeLessThanOrEqual(20);
    for (const size of ['200%', '100%']) {
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
      for (const top of [400, 0]) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        // The toast follows with the next frame.
        await expect.poll(async () => Math.ceil((await belowBar()) / 24)).toBe(1);
        expect(await covers(page, 'header:has(+ nav)')).toBe(false);
      }
    }
  }
  await page.getByRole('button', { name: 'close' }).click();
  await expect(page.locator(toast)).toHaveCount(0);
});

test('a toast that closes leaves nothing to scroll while it shrinks', async ({ page }) => {
  await signInNew(page, 't');
  await page.goto(loan);
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await holdToasts(page, 1);
  const hidden = await page.evaluate(async (selector) => {
    const corner = document.querySelector('.corner > div')!;
    document.querySelector<HTMLElement>(`${selector} button`)!.click();
    const heights: number[] = [];
    while (document.querySelector(selector)) {
      await new Promise(requestAnimationFrame);
      heights.push(corner.scrollHeight - corner.clientHeight);
    }
    return heights;
  }, toast);
  expect(hidden.length).toBeGreaterThan(1);
  expect(Math.max(...hidden)).toBe(0);
});

test('the toasts of an update by staff name the saved username, cover no focused element and no open panel on a small phone with large text, and end with the session', async ({
  page,
}) => {
  const { userId, username } = await createWorld();
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, director);
  await page.goto(`/admin/user/${userId}/edit`);
  const renamed = `${username.slice(0, 20)}-new`;
  await page.getByLabel('Username').fill(renamed);
  await page.getByLabel('Is Premium User').check();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const save = page.getByRole('button', { name: 'Save Changes' });
  await press(save);
  await expect(page.getByText(`Please verify that ${renamed} should be a premium user.`)).toBeVisible();
  await holdToasts(page, 3);
  const corner = page.locator('.corner > div');
  expect((await corner.boundingBox())!.height).toBeLessThanOrEqual(0.4 * 640);
  expect(await corner.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  const last = page.getByLabel('Is Premium User');
  for (const control of [save, last]) {
    // As if it had been beneath the toasts before it got the focus.
    await control.evaluate((element: HTMLElement) => {
      window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 150);
      element.blur();
      element.focus();
    });
    const bottom = await corner.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect
      .poll(() => control.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(bottom);
  }
  // At the start of the page nothing scrolls out from beneath them.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    window.scrollTo(0, 0);
  });
  const suspend = page.getByRole('button', { name: /^Suspend/ });
  await suspend.focus();
  await expect
    .poll(async () => {
      const [control, toasts] = [(await suspend.boundingBox())!, (await corner.boundingBox())!];
      return control.y + control.height <= toasts.y || control.y >= toasts.y + toasts.height;
    })
    .toBe(true);
  for (const viewport of [viewports.phone, viewports.wide]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const all = page.getByRole('link', { name: 'All notifications' });
    await expect(all).toBeVisible();
    expect(
      await all.evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    ).toBe(true);
    await page.keyboard.press('Escape');
  }
  await press(page.getByRole('button', { name: 'TERMINATE SESSION' }));
  await expect(page.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
  await expect(page.getByText('Please verify that')).toHaveCount(0);
});
