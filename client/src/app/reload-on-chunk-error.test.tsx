import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderRoutes } from '#parts/render-at.tsx';
import { RouteErrorScreen } from './error-screen.tsx';

const failure = new TypeError('Failed to fetch dynamically imported module');
const reload = vi.fn<() => void>();

interface Page {
  /** How the page was opened, and how long ago. */
  type?: NavigationTimingType;
  ageMs?: number;
  fetch?: () => Promise<Response>;
  isUnsaved?: boolean;
}

/** A page whose next screen's chunk cannot be loaded. */
function open({ type = 'navigate', ageMs = 2000, fetch = async () => new Response(), isUnsaved }: Page = {}) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    Object.assign(new PerformanceNavigationTiming(), { type }),
  ]);
  vi.spyOn(performance, 'now').mockReturnValue(ageMs);
  vi.stubGlobal('fetch', fetch);
  const lazy = () => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
    return Promise.reject(failure);
  };
  const Near = () => <form data-unsaved={isUnsaved || undefined} />;
  const { router } = renderRoutes(
    [
      {
        Component: () => null,
        ErrorBoundary: RouteErrorScreen,
        children: [{ path: '/', Component: Near }, { path: '/far', lazy }],
      },
    ],
    '/far',
  );
  return router;
}

const shownError = () => screen.findByRole('alert');

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('PerformanceNavigationTiming', class {});
  vi.stubGlobal('location', { reload });
  return () => vi.unstubAllGlobals();
});

test('a page whose next screen cannot be loaded is reloaded', async () => {
  open();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a page that was just reloaded shows the error instead, and is reloaded again later', async () => {
  open({ type: 'reload' });
  expect(await shownError()).toHaveTextContent('SYSTEM ERROR DETECTED...');
  expect(reload).not.toHaveBeenCalled();
});

test('a minute after a reload the next one may happen', async () => {
  open({ type: 'reload', ageMs: 60_001 });
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});

test('without a server to reload from the error is shown, until the screen is asked for again', async () => {
  let isDown = true;
  const router = open({
    fetch: () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response())),
  });
  await shownError();
  expect(reload).not.toHaveBeenCalled();
  isDown = false;
  await router.navigate('/far');
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});

test('a page with unsaved input is not reloaded', async () => {
  const form = document.body.appendChild(document.createElement('form'));
  form.dataset['unsaved'] = 'true';
  open();
  await shownError();
  expect(reload).not.toHaveBeenCalled();
  form.remove();
});

test('any other error is shown at once', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  renderRoutes([{ path: '/', lazy: () => Promise.reject(new Error('other')), ErrorBoundary: RouteErrorScreen }], '/');
  fireEvent.focus(await shownError());
  expect(reload).not.toHaveBeenCalled();
});
