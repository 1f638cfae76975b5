import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { press, renderRoutes } from '#test/render-at.tsx';
import { FakeUnsavedForm } from '#test/fake-unsaved-form.tsx';
import { RouteErrorScreen } from './error-screen.tsx';

const failure = new TypeError('Failed to fetch dynamically imported module');
const reload = vi.fn<() => void>();
const fetchMock = vi.fn<() => Promise<Response>>();

const respondOk = () => Promise.resolve(new Response());

/** Opens a screen whose chunk cannot be loaded, on a page that was opened by `type` of navigation `ageMs` ago. */
function openFailingScreen(type: NavigationTimingType = 'navigate', ageMs = 2000, sibling?: ReactNode) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { toJSON: () => ({ type }) } as PerformanceEntry,
  ]);
  vi.spyOn(performance, 'now').mockReturnValue(ageMs);
  const failingRoute = { path: '/failing', lazy: () => Promise.reject(failure) };
  const screens = { ErrorBoundary: RouteErrorScreen, children: [failingRoute] };
  const element = (
    <>
      {sibling}
      <Outlet />
    </>
  );
  return renderRoutes([{ element, children: [screens] }], '/failing').router;
}

const findError = () => screen.findByRole('alert');
const expectReload = () => vi.waitFor(() => expect(reload).toHaveBeenCalled());

beforeEach(() => {
  vi.clearAllMocks();
  fetchMock.mockImplementation(respondOk);
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('location', { reload });
  // Vite dispatches this event before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
});

test('reloads the page if the next screen cannot be loaded', async () => {
  openFailingScreen();
  await expectReload();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('displays the error if the page has just been reloaded', async () => {
  openFailingScreen('reload');
  expect(await findError()).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(reload).not.toHaveBeenCalled();
});

test('reloads the page again one minute after a reload', async () => {
  openFailingScreen('reload', 60_001);
  await expectReload();
});

test('displays the error while the server is unreachable, and reloads the page at the next navigation to the screen', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  const router = openFailingScreen();
  await findError();
  expect(reload).not.toHaveBeenCalled();
  fetchMock.mockImplementation(respondOk);
  await router.navigate('/failing');
  await expectReload();
});

test('the error asks the user to check the connection, and Try Again reloads the page if the server responds', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  openFailingScreen();
  expect(await findError()).toHaveTextContent('could not be loaded. Check your connection and try again.');
  await press('Try Again');
  await screen.findByRole('button', { name: 'Try Again' });
  expect(reload).not.toHaveBeenCalled();
  fetchMock.mockImplementation(respondOk);
  await press('Try Again');
  await expectReload();
});

test('does not reload a page with unsaved changes', async () => {
  openFailingScreen('navigate', 2000, <FakeUnsavedForm />);
  await findError();
  expect(reload).not.toHaveBeenCalled();
});
