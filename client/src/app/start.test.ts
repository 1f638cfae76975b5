import { expect, test, vi } from 'vitest';
import { silenceLogging } from './start.tsx';

test('nothing that is logged reaches the console', () => {
  const written = vi.fn<() => void>();
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation(written);
  }
  silenceLogging();
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) console[method]('secret');
  expect(written).not.toHaveBeenCalled();
});
