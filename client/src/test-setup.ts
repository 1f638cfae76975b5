import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// The files share one browser, whose libraries they load once: each has a page of its own, and modules of its own.
vi.resetModules();
document.body.replaceChildren();
const { toast } = await import('#ui/toast.ts');

// What a test waits for comes at once on an idle machine; on a busy one, seconds can be too short.
configure({ asyncUtilTimeout: 15_000 });

// jsdom lays nothing out and so answers no media query: none matches, which is the wide screen.
window.matchMedia = (media) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

// For the same reason nothing there changes its size.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nor does anything scroll, nor is it known to be in sight.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.checkVisibility = () => true;

// jsdom knows the element, but not how to open it; that the rest of the page is inert is for real browsers.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Nor is there a canvas to draw on.
vi.mock('chart.js', async (load) => ({ ...(await load<object>()), Chart: UndrawnChart }));
class UndrawnChart {
  static readonly register = () => undefined;
  readonly update = () => undefined;
  readonly destroy = () => undefined;
}

beforeEach(() => {
  for (const tone of ['success', 'error', 'info', 'warn'] as const)
    vi.spyOn(toast, tone).mockReturnValue(undefined);
});

afterEach(() => {
  cleanup();
  // In this order: what the spy gives back may be a stopped clock's timeout.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});
