/// <reference lib="dom" />
import { type ConsoleMessage, expect, type Page, test as base } from '@playwright/test';
import { axeViolations } from './axe.ts';

/** The viewports of the design. Stories use the wide one, and others where the controls differ. */
export const viewports = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 900 },
  phone: { width: 375, height: 900 },
};

interface Fixtures {
  /** Fails the test if axe finds a violation of WCAG 2.2 AA or of best practices on the current page. */
  expectAccessible: () => Promise<void>;
  /** Fails the test if the page is wider than the viewport, or the content of a dialog or menu than its box. */
  expectNoSidewaysScroll: () => Promise<void>;
  /** Runs the checks on the current page at the width of a phone, and then at the width it had before. */
  onPhoneToo: (...checks: (() => Promise<void>)[]) => Promise<void>;
}

/** Resolves after the next frame, when the page's scripts have been notified of the size. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** A page on which an uncaught error or an unexpected console error fails the test. */
export const test = base.extend<Fixtures & { failOnConsoleErrors: undefined }>({
  baseURL: async ({}, use) => use(process.env['E2E_URL'] ?? ''),
  viewport: viewports.wide,

  failOnConsoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (isUnexpected(message)) errors.push(message.text());
      });
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],

  // A page of the server can be seen before the app has taken it over, when keys and menus do nothing yet.
  page: async ({ page, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) return use(page);
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (...target) => afterTakeover(page, await goto(...target));
    page.reload = async (...options) => afterTakeover(page, await reload(...options));
    await use(page);
  },

  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      await expectScreen(page);
      // Rows that are being reloaded are dimmed.
      await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
      // An element that is fading in does not have its final contrast yet. Clocks and spinners never finish.
      await page.waitForFunction((longestMotionMs) => {
        const motions = document.getAnimations().filter(({ effect }) => {
          return Number(effect?.getComputedTiming().endTime ?? 0) <= longestMotionMs;
        });
        return motions.every(({ playState }) => playState === 'finished');
      }, 1000);
      expect(await axeViolations(page)).toEqual([]);
    });
  },

  expectNoSidewaysScroll: async ({ page }, use) => {
    await use(async () => {
      await expectScreen(page);
      const wide = () =>
        page.evaluate(() =>
          [
            document.documentElement,
            ...document.querySelectorAll('dialog[open], dialog[open] > *, :popover-open'),
          ]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((element) => element.outerHTML.slice(0, 200)),
        );
      // What depends on the width or the size of the text in scripts, such as charts, follows it a moment later.
      await expect.poll(wide).toEqual([]);
    });
  },

  onPhoneToo: async ({ page }, use) => {
    await use(async (...checks) => {
      for (const viewport of [viewports.phone, page.viewportSize() ?? viewports.wide]) {
        await resize(page, viewport);
        for (const check of checks) await check();
      }
    });
  },
});

async function afterTakeover<Result>(page: Page, result: Result): Promise<Result> {
  await expect(page.locator('#page-state')).toHaveCount(0);
  return result;
}

/** The page's load event comes before the screen, whose code is lazy. */
const expectScreen = (page: Page) => expect(page.locator('h1').first()).toBeVisible();

/** The browser reports every 4xx response as an error, even if the page handles it. */
const isUnexpected = (message: ConsoleMessage) =>
  message.type() === 'error' && !message.text().startsWith('Failed to load resource');

export { expect };
