/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
import { axeViolations } from './axe.ts';
import { director, signIn } from './people.ts';
import {
  changedCase,
  clippedControls,
  coveredByStaffMenu,
  controlsWithoutFocus,
  cutChoices,
  faultsInForcedColours,
  statesByColourAlone,
  timesWithoutZone,
} from './screen-checks.ts';
import { pathsFor, sameCards, screens } from 'client/test/screens.ts';
import { visitStates } from './states.ts';
import { createWorld } from './world.ts';

/** Enters as somebody and resolves to their screens. */
async function enter(page: Page, who: keyof typeof screens): Promise<readonly string[]> {
  if (who === 'guest') return screens.guest;
  const world = await createWorld();
  await signIn(page, who === 'user' ? world.username : director);
  return pathsFor(who, world);
}

async function expectWithEnlargedText(page: Page, expectNoSidewaysScroll: () => Promise<void>) {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  // Charts follow the new size a moment later.
  await expect(expectNoSidewaysScroll).toPass();
  expect(await clippedControls(page)).toEqual([]);
  expect(await cutChoices(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}

async function expectWithForcedColours(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await controlsWithoutFocus(page)).toEqual([]);
  expect(await statesByColourAlone(page)).toEqual([]);
  // A chart is drawn after the colours have changed.
  await expect.poll(() => faultsInForcedColours(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

const withoutContrast = { rules: { 'color-contrast': { enabled: false } } };

async function expectHighContrast(page: Page) {
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'high-contrast'));
  expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
}

/** So many screens take about half a minute, and the parts of a long list run beside each other. */
const screensPerStory = 8;

// The stories check with axe what appears only in them: dialogs, refusals and results.
for (const who of ['guest', 'user', 'staff'] as const) {
  for (let first = 0; first < screens[who].length; first += screensPerStory) {
    const end = Math.min(first + screensPerStory, screens[who].length);
    test(`screens ${first + 1} to ${end} of a ${who} are accessible at every width, in both themes, with text at 200 %, with forced colours and by keyboard`, async ({
      page,
      expectAccessible,
      expectNoSidewaysScroll,
    }) => {
      const paths = await enter(page, who);
      for (const path of paths.slice(first, end)) {
        await test.step(path, async () => {
          const isSameCard = sameCards.has(path);
          await page.goto(path);
          for (const [name, viewport] of Object.entries(viewports)) {
            await resize(page, viewport);
            // A tablet has the same elements as a phone, and a card has them at every width. The slowest rule takes each theme
            // at one width, because a theme changes every colour.
            if (name === 'wide' && !isSameCard) await expectAccessible();
            if (name === 'phone') await expectAccessible(isSameCard ? {} : withoutContrast);
            // Charts follow the new size a moment later.
            await expect(expectNoSidewaysScroll).toPass();
            if (isSameCard) continue;
            expect(await cutChoices(page)).toEqual([]);
            expect(await coveredByStaffMenu(page)).toEqual([]);
          }
          expect(page.url()).toBe(new URL(path, page.url()).href);
          if (isSameCard) return;
          expect(await timesWithoutZone(page)).toEqual([]);
          expect(await changedCase(page)).toEqual([]);
          await resize(page, { width: 1280, height: 900 });
          await expectWithEnlargedText(page, expectNoSidewaysScroll);
          await expectWithForcedColours(page);
          await resize(page, viewports.phone);
          await expectWithEnlargedText(page, expectNoSidewaysScroll);
          await expectHighContrast(page);
          await visitStates(page, expectNoSidewaysScroll);
        });
      }
    });
  }
}
