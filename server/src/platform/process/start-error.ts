/**
 * Something outside the program keeps it from starting: a wrong variable, a busy port, a missing tool.
 * The message is one line for the person at the terminal, which `main.ts` prints before it ends with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}
