import { expect, test } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { pathsFor } from 'client/src/app/screens.ts';
import { makeWorld } from './world.ts';

// Journeys look with axe at what only they bring about: dialogs, refusals, results.
for (const who of ['guest', 'user', 'staff'] as const) {
  test(`every screen of a ${who} is accessible and no wider than the screen`, async ({
    page,
    request,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    const world = await makeWorld(request);
    if (who !== 'guest') await signIn(page, who === 'user' ? world.username : director);
    for (const path of pathsFor(who, world)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expectAccessible();
        await expectNoSidewaysScroll();
        expect(page.url()).toBe(new URL(path, page.url()).href);
      });
    }
  });
}
