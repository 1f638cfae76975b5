import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// The test files share one jsdom; each gets its own page and modules.
vi.resetModules();
document.body.replaceChildren();
const { toast } = await import('#ui/feedback/toast.ts');
const { keepFocus } = await import('#ui/keep-focus.ts');

// Far more than an idle machine needs: a busy one is slow.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout: no media query matches, which is the wide screen.
window.matchMedia = (media) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

// Without layout nothing is resized.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.IntersectionObserver = class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => [];
};

// Nor scrolled, nor visible.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.checkVisibility = () => true;

// jsdom lacks the dialog's methods. Inertness is tested in real browsers.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Nor popovers: what is in one is visible at all times.
document.head.replaceChildren(
  Object.assign(document.createElement('style'), {
    textContent: '[popover] { display: block !important; }',
  }),
);
HTMLElement.prototype.showPopover = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;

// jsdom has no canvas.
vi.mock('chart.js', async (load) => ({ ...(await load<object>()), Chart: UndrawnChart }));
class UndrawnChart {
  static readonly register = () => undefined;
  readonly update = () => undefined;
  readonly destroy = () => undefined;
}

let stopKeepingFocus: () => void;

beforeEach(() => {
  stopKeepingFocus = keepFocus();
  for (const tone of ['success', 'error', 'info', 'warn'] as const)
    vi.spyOn(toast, tone).mockReturnValue(undefined);
});

afterEach(() => {
  stopKeepingFocus();
  cleanup();
  // In this order: a restored function may be a stopped clock's timeout.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // An open confirmation has a React root of its own, and its clock would tick after the page is gone.
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  localStorage.clear();
});
