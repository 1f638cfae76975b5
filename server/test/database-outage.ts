import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';

/** A way to PostgreSQL that a test can close, as if the database were down, and open again. */
export interface DatabaseOutage {
  url: string;
  /** Connections end, and new ones are refused. */
  begin: () => Promise<void>;
  end: () => Promise<void>;
  /** What is sent either way is lost until `speak`, and the connections stay open. */
  fallSilent: () => void;
  speak: () => void;
}

/** Of each connection, what the database sends goes through a filter. */
export async function prepareOutage(
  databaseUrl: string,
  createFilter = () => (data: Buffer) => data,
): Promise<DatabaseOutage> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    for (const [socket, other, filter] of [
      [client, database, (data: Buffer) => data],
      [database, client, createFilter()],
    ] as const) {
      open.add(socket);
      socket.on('data', (data) => {
        if (!isSilent) other.write(filter(data));
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  // One that nobody else gets while it is closed.
  server.listen(await findFreePort(), '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    begin: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
    end: async () => {
      server.listen(Number(url.port), '127.0.0.1');
      await once(server, 'listening');
    },
    fallSilent: () => void (isSilent = true),
    speak: () => void (isSilent = false),
  };
}
