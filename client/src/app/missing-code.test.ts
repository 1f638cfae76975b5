import { beforeEach, expect, test, vi } from 'vitest';
import { pass, stopClock } from '#api/fake-clock.ts';
import { reloadForCode } from './missing-code.ts';

const failure = new TypeError('Failed to fetch dynamically imported module');
const reload = vi.fn<() => void>();

/** Of another version than the page that asks. */
const answerPage = () => Promise.resolve(new Response('<script type="module" src="/assets/entry-new.js">'));

/** A page that came by this kind of navigation this long ago, and a server that answers so. */
function onPage(kind: NavigationTimingType, ageMs = 2000, ask = answerPage) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: kind } as PerformanceNavigationTiming]);
  vi.spyOn(performance, 'now').mockReturnValue(ageMs);
  vi.stubGlobal('fetch', ask);
}

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/entry-old.js"></script>';
  reload.mockClear();
  vi.stubGlobal('location', { reload });
  return () => vi.unstubAllGlobals();
});

test('a page that was just reloaded is not reloaded once more, though the server has another version', async () => {
  onPage('reload');
  await expect(reloadForCode(failure)).rejects.toBe(failure);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['where it was opened', 'navigate', 2000, false],
  ['a minute after the page was reloaded', 'reload', 60_001, false],
  ['right after it where a person asks again', 'reload', 2000, true],
] as const)('the page is reloaded %s', async (_, kind, ageMs, isAskedAgain) => {
  stopClock();
  onPage(kind, ageMs);
  void reloadForCode(failure, isAskedAgain).catch(() => undefined);
  await pass(0);
  expect(reload).toHaveBeenCalledOnce();
});

test('a server that does not answer is asked once more, and then the failure is passed on', async () => {
  stopClock();
  const ask = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')));
  onPage('navigate', 2000, ask);
  const outcome = reloadForCode(failure).catch((error: unknown) => error);
  await pass(1000);
  expect(await outcome).toBe(failure);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test('a person who stays on the page, asked about unsaved input, is told of the failure', async () => {
  stopClock();
  onPage('navigate');
  const outcome = reloadForCode(failure).catch((error: unknown) => error);
  await pass(3000);
  expect(await outcome).toBe(failure);
  expect(reload).toHaveBeenCalledOnce();
});
