import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

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

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});
