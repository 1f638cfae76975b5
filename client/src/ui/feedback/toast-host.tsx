import { toastLimits } from 'contract/limits.ts';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
// The other build writes a <style> element at run time, which the content security policy refuses.
import { type Id, Slide, ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { avoidOverlap } from '#ui/overlays/avoid-overlap.ts';
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

/** An element for toasts; see `avoidOverlap`. Clicks outside its children reach the page. */
function createCorner(): HTMLElement {
  const corner = document.createElement('div');
  corner.className = 'corner';
  document.body.append(corner);
  const reposition = () => avoidOverlap(corner);
  new ResizeObserver(reposition).observe(corner);
  new MutationObserver(reposition).observe(document.body, { childList: true, subtree: true });
  for (const event of ['focusin', 'scrollend', 'resize']) window.addEventListener(event, reposition);
  return corner;
}

const visible = new Map<Id, Tone>();

/** Of one tone, or all. */
export function closeToasts(tone?: Tone): void {
  for (const [id, visibleTone] of visible) if (!tone || visibleTone === tone) toast.dismiss(id);
}

export function showToast(
  tone: Tone,
  message: ReactNode,
  durationMs: number = toastLimits.autoCloseMs,
): void {
  mount();
  const id = toast(message, {
    type: tone,
    role: tone === 'error' ? 'alert' : 'status',
    autoClose: durationMs,
    onClose: () => visible.delete(id),
  });
  visible.set(id, tone);
}
