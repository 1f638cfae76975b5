import { expect, test, vi } from 'vitest';
import { silenceLogging } from './start.tsx';

test('silenceLogging disables the methods of the console', () => {
  const consoleMethod = vi.fn<() => void>();
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation(consoleMethod);
  }
  silenceLogging();
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) console[method]('secret');
  expect(consoleMethod).not.toHaveBeenCalled();
});
