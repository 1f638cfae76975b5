import { matchPath, parsePath } from 'react-router-dom';
import { pagePaths } from 'contract/page-paths.ts';
import { expect, test } from 'vitest';
import { paths } from '#parts/navigation/paths.ts';
import { screens } from '#test/screens.ts';
import { routes } from './routes.ts';

test('the contract names the path of every page', () => {
  // The client's staff area has a page for all its unknown paths.
  expect(routes.map(({ path }) => path).toSorted()).toEqual(Object.values(pagePaths).toSorted());
});

test('the browser tests and the benchmark open every screen', () => {
  const testedPaths = Object.values(screens).flatMap((urls) => urls.map((url) => parsePath(url).pathname));
  const screenPaths = routes.filter(({ load }) => load).map(({ path }) => path);
  const missing = screenPaths.filter(
    (path) => !testedPaths.some((pathname) => matchPath(path, pathname ?? '')),
  );
  // This path only redirects to the screen of a user, which is tested.
  expect(missing).toEqual([paths.adminUserNamed]);
});
