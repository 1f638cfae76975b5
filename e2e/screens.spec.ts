import { expect, test, anyWidth } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { pathsFor } from 'client/src/app/screens.ts';
import { makeWorld } from './world.ts';

// Journeys look with axe at what only they bring about: dialogs, refusals, results.
for (const who of ['guest', 'user', 'staff'] as const) {
  test(
    `every screen of a ${who} is accessible and no wider than the screen, wide and on a phone`,
    anyWidth,
    async ({ page, request, expectAccessible, expectNoSidewaysScroll }) => {
      const world = await makeWorld(request);
      if (who !== 'guest') await signIn(page, who === 'user' ? world.username : director);
      for (const path of pathsFor(who, world)) {
        await test.step(path, async () => {
          await page.goto(path);
          for (const width of [375, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            await expectAccessible();
            await expectNoSidewaysScroll();
          }
          expect(page.url()).toBe(new URL(path, page.url()).href);
        });
      }
    },
  );
}
