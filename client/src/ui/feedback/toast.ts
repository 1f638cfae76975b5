import type { ReactNode } from 'react';

type Tone = 'success' | 'error' | 'info' | 'warning';

const load = () => import('./toast-host.tsx');

/** The first toast loads the library. */
async function show(tone: Tone, message: ReactNode, durationMs?: number): Promise<void> {
  const { showToast } = await load();
  showToast(tone, message, durationMs);
}

/** Messages that disappear after a few seconds. For lasting messages, use `Alert`. */
export const toast = {
  success: (message: string) => void show('success', message),
  error: (message: ReactNode, durationMs?: number) => void show('error', message, durationMs),
  info: (message: string, durationMs?: number) => void show('info', message, durationMs),
  warn: (message: string) => void show('warning', message),
  /** Loads the library early, for a toast that may be needed while the browser is offline. */
  preload: () => void load().catch(() => undefined),
};
