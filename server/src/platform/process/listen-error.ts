import { StartError } from './start-error.ts';

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
