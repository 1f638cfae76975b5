import type { ReactNode } from 'react';
import type { Tone } from './toast-host.tsx';

const importHost = () => import('./toast-host.tsx');

let host: ReturnType<typeof importHost> | undefined;

/** The first toast loads the library. */
function load() {
  host = importHost();
  return host;
}

async function show(tone: Tone, message: ReactNode, durationMs?: number): Promise<void> {
  const { showToast } = await load();
  showToast(tone, message, durationMs);
}

/** Does not load the library: without it, there are no toasts. */
function close(tone?: Tone): void {
  host?.then(({ closeToasts }) => closeToasts(tone)).catch(() => undefined);
}

/** Messages that disappear after a few seconds. For lasting messages, use `Alert`. */
export const toast = {
  success: (message: string) => void show('success', message),
  error: (message: ReactNode, durationMs?: number) => void show('error', message, durationMs),
  info: (message: string, durationMs?: number) => void show('info', message, durationMs),
  warn: (message: string) => void show('warning', message),
  /** For a failure: the success of an earlier attempt would contradict it. */
  closeSuccess: () => close('success'),
  /** Before an attempt: the errors of an earlier one would contradict its success. */
  closeAll: () => close(),
  /** Loads the library early, for a toast that may be needed while the browser is offline. */
  preload: () => void load().catch(() => undefined),
};
