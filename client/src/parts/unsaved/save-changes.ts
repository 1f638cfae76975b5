import { hasUnsavedChanges, unsavedForm } from './unsaved-changes.ts';

/** Submits the unsaved form. `next` does not run if that fails or the user acts meanwhile. */
export function saveChangesThen(next: () => void): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const observer = new MutationObserver(() => {
    if (hasUnsavedChanges()) return;
    waiting.abort();
    next();
  });
  observer.observe(document.body, { attributeFilter: ['data-unsaved'], childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  for (const act of ['pointerdown', 'keydown']) {
    document.addEventListener(act, () => waiting.abort(), { signal });
  }
  unsavedForm()?.requestSubmit();
}
