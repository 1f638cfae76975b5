/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
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
import { missingTexts, specifiedTexts } from './specified-texts.ts';
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
  await expectNoSidewaysScroll();
  await expect.poll(() => clippedControls(page)).toEqual([]);
  await expect.poll(() => cutChoices(page)).toEqual([]);
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
      for (const [index, path] of paths.slice(first, end).entries()) {
        await test.step(path, async () => {
          const isSameCard = sameCards.has(path);
          const texts = specifiedTexts[screens[who][first + index]!] ?? '';
          await resize(page, viewports.wide);
          await page.goto(path);
          if (!isSameCard) {
            await expectAccessible();
            await resize(page, { width: 1280, height: 900 });
            await expectWithEnlargedText(page, expectNoSidewaysScroll);
            await expectWithForcedColours(page);
          }
          for (const viewport of Object.values(viewports)) {
            await resize(page, viewport);
            await expectNoSidewaysScroll();
            await expect.poll(() => missingTexts(page, texts)).toEqual([]);
            if (isSameCard) continue;
            await expect.poll(() => cutChoices(page)).toEqual([]);
            await expect.poll(() => coveredByStaffMenu(page)).toEqual([]);
          }
          expect(page.url()).toBe(new URL(path, page.url()).href);
          if (isSameCard) return expectAccessible();
          expect(await timesWithoutZone(page)).toEqual([]);
          expect(await changedCase(page)).toEqual([]);
          await expectWithEnlargedText(page, expectNoSidewaysScroll);
          // A phone has elements that a desktop lacks, and the same as a tablet. A theme changes every colour.
          await expectAccessible();
          await page.evaluate(() => (document.documentElement.dataset['theme'] = 'high-contrast'));
          await expectAccessible();
          // Every screen has the same header.
          await visitStates(page, first + index === 0 ? 'body' : ':is(main, dialog)', async () => {
            await expectNoSidewaysScroll();
            expect(await changedCase(page)).toEqual([]);
          });
        });
      }
    });
  }
}
