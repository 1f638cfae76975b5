import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { press, renderRoutes } from '#test/render-at.tsx';
import { FakeUnsavedForm } from '#test/fake-unsaved-form.tsx';
import { RouteErrorScreen } from './error-screen.tsx';

const failure = new TypeError('Failed to fetch dynamically imported module');
const reload = vi.fn<() => void>();
const respond = vi.fn<() => Promise<Response>>();

const answering = () => Promise.resolve(new Response());

/** A page that was opened this way so long ago, and whose next screen's chunk cannot be loaded. */
function open(type: NavigationTimingType = 'navigate', ageMs = 2000, beside?: ReactNode) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { toJSON: () => ({ type }) } as PerformanceEntry,
  ]);
  vi.spyOn(performance, 'now').mockReturnValue(ageMs);
  const far = { path: '/far', lazy: () => Promise.reject(failure) };
  const screens = { ErrorBoundary: RouteErrorScreen, children: [far] };
  const element = (
    <>
      {beside}
      <Outlet />
    </>
  );
  return renderRoutes([{ element, children: [screens] }], '/far').router;
}

const shownError = () => screen.findByRole('alert');
const reloaded = () => vi.waitFor(() => expect(reload).toHaveBeenCalled());

beforeEach(() => {
  vi.clearAllMocks();
  respond.mockImplementation(answering);
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal('location', { reload });
  // As Vite does before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
});

test('a page whose next screen cannot be loaded is reloaded', async () => {
  open();
  await reloaded();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a page that was just reloaded shows the error instead', async () => {
  open('reload');
  expect(await shownError()).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(reload).not.toHaveBeenCalled();
});

test('a minute after a reload the page may be reloaded again', async () => {
  open('reload', 60_001);
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});

test('while the server is unreachable the error is displayed, until the screen is requested again', async () => {
  respond.mockRejectedValue(new TypeError('Failed to fetch'));
  const router = open();
  await shownError();
  expect(reload).not.toHaveBeenCalled();
  respond.mockImplementation(answering);
  await router.navigate('/far');
  await reloaded();
});

test('the error says what to check, and Try Again reloads the page once the server answers', async () => {
  respond.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  expect(await shownError()).toHaveTextContent('could not be loaded. Check your connection and try again.');
  await press('Try Again');
  await screen.findByRole('button', { name: 'Try Again' });
  expect(reload).not.toHaveBeenCalled();
  respond.mockImplementation(answering);
  await press('Try Again');
  await reloaded();
});

test('a page with unsaved input is not reloaded', async () => {
  open('navigate', 2000, <FakeUnsavedForm />);
  await shownError();
  expect(reload).not.toHaveBeenCalled();
});
