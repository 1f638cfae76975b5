/**
 * A problem that the operator can solve: an invalid variable, a busy port, a missing tool, a faulty
 * file. The server and its commands print the one-line message and exit with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** The innermost cause. An aggregate error, as after several connection attempts, has its information only in its parts. */
export function rootCause(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ');
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : String(error);
}
