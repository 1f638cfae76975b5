type Tone = 'success' | 'error' | 'info' | 'warning';

/** The first toast fetches the library and its styles; until then a page carries neither. */
async function show(tone: Tone, message: string, durationMs?: number): Promise<void> {
  const { showToast } = await import('./toast-host.tsx');
  showToast(tone, message, durationMs);
}

/** Short messages in the upper right corner that go by themselves. For what must stay, use `Alert`. */
export const toast = {
  success: (message: string) => void show('success', message),
  error: (message: string) => void show('error', message),
  /** `durationMs`: for what must be seen to, longer than the others. */
  info: (message: string, durationMs?: number) => void show('info', message, durationMs),
  warn: (message: string) => void show('warning', message),
};
