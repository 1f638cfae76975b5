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

interface ListenSettings {
  host: string;
  port: number;
  hostName: string;
  portName: string;
}

/** A `StartError` if a setting can solve the problem. */
export function listenError(error: unknown, { host, port, hostName, portName }: ListenSettings): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`${portName} ${port} is busy. Set it to a free port.`);
    case 'EACCES':
      return new StartError(`${portName} ${port} may not be used by this user. Set it to another port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`${hostName} ${host} is not an IP address of this machine.`);
    default:
      return error;
  }
}
