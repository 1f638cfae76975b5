import type { APIRequestContext, Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { pathsFor, screens } from 'client/src/app/routing/screens.ts';
import { makeWorld } from './world.ts';

/** Resolves with the addresses of the screens. */
async function enter(
  page: Page,
  request: APIRequestContext,
  who: keyof typeof screens,
): Promise<readonly string[]> {
  if (who === 'guest') return screens.guest;
  const world = await makeWorld(request);
  await signIn(page, who === 'user' ? world.username : director);
  return pathsFor(who, world);
}

// Journeys look with axe at what only they bring about: dialogs, refusals, results.
for (const who of ['guest', 'user', 'staff'] as const) {
  test(`every screen of a ${who} is accessible, wide and on a phone, and nowhere wider than the screen`, async ({
    page,
    request,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    for (const path of await enter(page, request, who)) {
      await test.step(path, async () => {
        await page.goto(path);
        for (const [name, viewport] of Object.entries(viewports)) {
          await resize(page, viewport);
          // A tablet shows what a phone shows.
          if (name !== 'tablet') await expectAccessible();
          await expectNoSidewaysScroll();
        }
        expect(page.url()).toBe(new URL(path, page.url()).href);
      });
    }
  });
}
