import { expect, test } from 'vitest';
import { screens } from './screens.ts';
import { routes } from './routes.ts';
import { staffRoutes } from './staff/staff-routes.ts';

test('the browser tests and the bench look at every screen there is', () => {
  const looked = new Set(Object.values(screens).flatMap((some) => some.map(({ route }) => route)));
  const loaded = [...routes, ...staffRoutes].filter(({ load }) => load).map(({ path }) => path);
  expect(loaded.filter((path) => !looked.has(path))).toEqual([]);
});
