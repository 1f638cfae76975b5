import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// The test files share one jsdom, so each starts with an empty page and new modules.
vi.resetModules();
document.body.replaceChildren();
const { toast } = await import('#ui/feedback/toast.ts');
const { keepFocus } = await import('#ui/keep-focus.ts');

const { getElementError } = getConfig();
// Long enough for a busy machine.
configure({ asyncUtilTimeout: 15_000, getElementError: createElementError });

/** Prints the document when the message is read: most attempts of a `waitFor` fail, and only the last one is reported. */
function createElementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  // The trace begins in the test.
  Error.captureStackTrace(error, createElementError);
  return Object.defineProperty(error, 'message', {
    get: () => getElementError(message, container).message,
    configurable: true,
  });
}

// jsdom has no media queries. None matches here, so the layout is that of a wide screen.
window.matchMedia = (media) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

// jsdom has no layout, so the observers report nothing.
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

/**
 * Chromium 150 changed methods that returned nothing, such as `scrollIntoView`, to return a promise. Others may follow, so
 * all replaced methods do.
 */
const promising = <This>(method: (this: This) => void) =>
  async function call(this: This) {
    method.call(this);
  };

// jsdom cannot scroll, and has no visibility without a layout.
Element.prototype.scrollIntoView = promising(() => undefined);
Element.prototype.checkVisibility = () => true;

// jsdom lacks the methods of dialogs. The browser tests cover inertness.
HTMLDialogElement.prototype.showModal = promising(function showModal(this: HTMLDialogElement) {
  this.open = true;
});
HTMLDialogElement.prototype.close = promising(function close(this: HTMLDialogElement) {
  this.open = false;
});

// jsdom has no popovers, so their content is always visible.
document.head.replaceChildren(
  Object.assign(document.createElement('style'), {
    textContent: '[popover] { display: block !important; }',
  }),
);
HTMLElement.prototype.showPopover = promising(() => undefined);
HTMLElement.prototype.hidePopover = promising(() => undefined);

// jsdom has no canvas.
vi.mock('chart.js', async (load) => ({ ...(await load<object>()), Chart: FakeChart }));
class FakeChart {
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
  // In this order, because a restored function may be a timer of the fake clock.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // An open confirmation has a separate React root, and its timer would run after the test.
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  localStorage.clear();
  sessionStorage.clear();
});
