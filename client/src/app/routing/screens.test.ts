import { matchPath, parsePath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from '#parts/navigation/paths.ts';
import { screens } from '#test/screens.ts';
import { routes } from './routes.ts';

test('the browser tests and the benchmark open every screen', () => {
  const looked = Object.values(screens).flatMap((some) => some.map((address) => parsePath(address).pathname));
  const loaded = routes.filter(({ load }) => load).map(({ path }) => path);
  const missing = loaded.filter((path) => !looked.some((pathname) => matchPath(path, pathname ?? '')));
  // It leads on to a user's file, which is looked at.
  expect(missing).toEqual([paths.adminUserNamed]);
});
