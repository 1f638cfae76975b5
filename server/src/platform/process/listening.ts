import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartError } from './start-error.ts';

/** For `localhost` it listens on every address, since browsers may try any of them first. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  if (host !== 'localhost') {
    await app.listen({ host, port });
    return;
  }
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
  const [first = host, ...others] = addresses;
  await listenOn(app, first, others, port);
}

/**
 * Listens on the first address and those others that the machine has, at one port. Fastify's own second server
 * for `localhost` lacks handlers of the first, such as for malformed requests; here every connection is passed
 * to the first server.
 */
export async function listenOn(
  app: FastifyInstance,
  first: string,
  others: string[],
  port: number,
): Promise<void> {
  const options = { allowHalfOpen: true, noDelay: true };
  const more = others.map((address) => ({
    address,
    server: createServer(options, (socket) => app.server.emit('connection', socket)),
  }));
  app.addHook('preClose', (done) => {
    for (const { server } of more) server.close();
    done();
  });
  await app.listen({ host: first, port });
  const { port: boundPort } = app.server.address() as AddressInfo;
  for (const { address, server } of more) {
    server.listen(boundPort, address);
    try {
      await once(server, 'listening');
    } catch (error) {
      // A name may stand for an address that the machine does not have, such as ::1 without IPv6.
      if (!absentAddress.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

const absentAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

interface ListenSettings {
  host: string;
  port: number;
  hostName: string;
  portName: string;
}

/** A `StartError` where a setting can fix it. */
export function listenError(error: unknown, { host, port, hostName, portName }: ListenSettings): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`${portName} ${port} is busy. Set it to a free port.`);
    case 'EACCES':
      return new StartError(`${portName} ${port} may not be used by this user. Set it to another port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`${hostName} ${host} is no address of this machine.`);
    default:
      return error;
  }
}
