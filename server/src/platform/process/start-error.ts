/**
 * The environment prevents the start: a wrong variable, a busy port, a missing tool. The message is one line,
 * which `main.ts` prints before it exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}
