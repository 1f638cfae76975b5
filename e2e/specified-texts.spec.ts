/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { changedCase } from './screen-checks.ts';
import { linesOf, specifiedTexts } from './specified-texts.ts';
import { createWorld } from './world.ts';

/** What the visible elements with a text of their own, and the options of visible lists, show, as the styles leave it. */
const visibleTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
      )
      .filter((element) =>
        (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true }),
      )
      // The texts of drawings are no elements of HTML.
      .map((element) => (element.innerText ?? element.textContent).replaceAll(/\s+/g, ' ').trim()),
  );

async function missingTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  const visible = await visibleTexts(page);
  return texts.filter((text) => {
    const words = text.replaceAll('…', '');
    if (text.startsWith('…')) return !visible.some((other) => other.includes(words));
    if (text.endsWith('…')) return !visible.some((other) => other.startsWith(words));
    return !visible.includes(text);
  });
}

for (const who of ['guest', 'user', 'staff'] as const) {
  test(`the texts of the specification stand on the screens of a ${who} as it writes them, at every width`, async ({
    page,
  }) => {
    const world = await createWorld();
    if (who !== 'guest') await signIn(page, who === 'user' ? world.username : director);
    for (const { path, act, open, texts } of specifiedTexts[who]) {
      const lines = linesOf(texts, world);
      await test.step(`${path}: ${lines.join(', ')}`, async () => {
        await resize(page, viewports.wide);
        await page.goto(path.replace(':userId', world.userId).replace(':username', world.username));
        await act?.(page, world);
        for (const viewport of Object.values(viewports)) {
          await resize(page, viewport);
          await open?.(page);
          await expect.poll(() => missingTexts(page, lines), { timeout: 5_000 }).toEqual([]);
          expect(await changedCase(page)).toEqual([]);
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
