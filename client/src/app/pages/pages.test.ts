import { expect, test } from 'vitest';
import { paths } from '#parts/navigation/paths.ts';
import { routes } from '#app/routing/routes.ts';
import { pages } from './pages.ts';

/** Screens of guests with a layout that say nothing to a reader who comes from a search or a link. */
const exceptions: ReadonlySet<string> = new Set([
  paths.home,
  paths.borrowingPower,
  paths.dashboard,
  paths.emailVerificationNotice,
  paths.verifyEmail,
  paths.resendVerification,
  paths.forgotPassword,
  paths.goodbye,
  paths.resetPassword,
  paths.undoEmailChange,
  paths.undoDeletion,
  paths.unsubscribe,
  paths.notMe,
]);

test('every screen of guests with a layout is a public page or an exception', () => {
  const open = routes.filter(({ access, isBare }) => access === 'guest' && !isBare).map(({ path }) => path);
  const missing = open.filter((path) => !exceptions.has(path) && !pages.some((page) => page.path === path));
  expect(missing).toEqual([]);
});

test('every public page is a screen of guests, once', () => {
  const own = pages.map(({ path }) => path);
  const open = new Set(routes.filter(({ access }) => access === 'guest').map(({ path }) => path));
  expect(own.filter((path) => !open.has(path))).toEqual([]);
  expect(new Set(own).size).toBe(own.length);
  expect(own.filter((path) => exceptions.has(path))).toEqual([]);
});
