/// <reference lib="dom" />
import { type ConsoleMessage, expect, type Page, test as base } from '@playwright/test';
import { axeViolations } from './axe.ts';

/** The screens of the design. Stories are told on the wide one; on others, too, where other controls lead there. */
export const viewports = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 900 },
  phone: { width: 375, height: 900 },
};

interface Fixtures {
  /** Fails the test where axe finds anything on the page as it is now, WCAG 2.2 AA and best practices. */
  expectAccessible: () => Promise<void>;
  /** Fails the test where the page is wider than the screen. */
  expectNoSidewaysScroll: () => Promise<void>;
  /** Looks at the page as it is now on a phone, and then on the screen that it was on. */
  onPhoneToo: (...looks: (() => Promise<void>)[]) => Promise<void>;
}

/** Resolves once the page has drawn itself anew: its scripts hear of the size with the next frame. */
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

  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      await expectScreen(page);
      // Rows that are about to be replaced are dimmed.
      await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
      // What is still fading in has not its own contrast yet; clocks and spinners run on.
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
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  },

  onPhoneToo: async ({ page }, use) => {
    await use(async (...looks) => {
      for (const viewport of [viewports.phone, page.viewportSize() ?? viewports.wide]) {
        await resize(page, viewport);
        for (const look of looks) await look();
      }
    });
  },
});

/** A page is loaded before its screen is there, whose code comes after. */
const expectScreen = (page: Page) => expect(page.locator('h1').first()).toBeVisible();

/** The browser itself reports every 4xx answer as an error; what the page makes of it is what is tested. */
const isUnexpected = (message: ConsoleMessage) =>
  message.type() === 'error' && !message.text().startsWith('Failed to load resource');

export const isPhoneOrTablet = (page: Page) => (page.viewportSize()?.width ?? 0) <= viewports.tablet.width;

export { expect };
