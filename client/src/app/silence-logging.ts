const methods = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;

/** Silences the console, for every writer, so that no data of the page is left in it. */
export function silenceLogging(): void {
  for (const method of methods) console[method] = () => undefined;
}
