/**
 * A problem that the operator can fix: an invalid variable, a busy port, a missing tool, a faulty
 * file. The server and its commands print the one-line message and exit with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** The innermost cause; an aggregate, as of several addresses tried at once, says something in its parts only. */
export function rootCause(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ');
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : String(error);
}
