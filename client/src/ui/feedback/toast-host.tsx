import { toastLimits } from 'contract/limits.ts';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
// The other build writes a <style> element at run time, which the content security policy refuses.
import { type Id, Slide, ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toast.css';

export type Tone = 'success' | 'error' | 'info' | 'warning';

let mounted = false;

/** Toasts have a separate React root, because a toast outlives the screen that caused it. */
function mount(): void {
  if (mounted) return;
  mounted = true;
  createRoot(createCorner()).render(
    <ToastContainer
      position="top-right"
      autoClose={toastLimits.autoCloseMs}
      draggable
      draggablePercent={toastLimits.dragDismissPercent}
      transition={Slide}
      theme="terminal"
    />,
  );
}

function createCorner(): HTMLElement {
  const corner = document.createElement('div');
  corner.className = 'corner';
  const stack = document.createElement('div');
  corner.append(stack);
  document.body.append(corner);
  const keep = () => keepFocusVisible(corner, stack);
  new ResizeObserver(keep).observe(stack);
  document.addEventListener('focusin', keep);
  return stack;
}

/** The page scrolls a focused element out from beneath the toasts; where it cannot, the toasts move below the element. */
function keepFocusVisible(corner: HTMLElement, stack: HTMLElement): void {
  corner.style.removeProperty('top');
  const { height, bottom } = stack.getBoundingClientRect();
  document.documentElement.style.setProperty('--toasts-end', `${height && bottom}px`);
  const { activeElement: focused } = document;
  if (!focused || focused === document.body || corner.contains(focused) || !isBeneath(focused, stack)) return;
  focused.scrollIntoView({ block: 'nearest' });
  if (isBeneath(focused, stack)) corner.style.top = `${focused.getBoundingClientRect().bottom + gapPx}px`;
}

const gapPx = 8;

function isBeneath(element: Element, stack: HTMLElement): boolean {
  const [inner, box] = [element.getBoundingClientRect(), stack.getBoundingClientRect()];
  return box.height > 0 && inner.top < box.bottom && inner.bottom > box.top && inner.right > box.left;
}

const visible = new Map<Id, { tone: Tone; message: ReactNode }>();

/** Of one tone, or all. */
export function closeToasts(tone?: Tone): void {
  for (const [id, other] of visible) if (!tone || other.tone === tone) toast.dismiss(id);
}

export function showToast(
  tone: Tone,
  message: ReactNode,
  durationMs: number = toastLimits.autoCloseMs,
): void {
  mount();
  const same = [...visible].find(([, other]) => other.tone === tone && other.message === message);
  if (same) {
    // Its time begins again. A new element, so that screen readers announce it again.
    const render = <span key={crypto.randomUUID()}>{message}</span>;
    toast.update(same[0], { render, autoClose: durationMs, delay: 0 });
    return;
  }
  const id = toast(message, {
    type: tone,
    role: tone === 'error' ? 'alert' : 'status',
    autoClose: durationMs,
    onClose: () => visible.delete(id),
  });
  visible.set(id, { tone, message });
}
