import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';

/** A proxy in front of PostgreSQL that a test can close, as if the database were unavailable, and open again. */
export interface DatabaseOutage {
  url: string;
  /** Ends the connections and refuses new ones. */
  begin: () => Promise<void>;
  end: () => Promise<void>;
  /** Drops everything that is sent in either direction until `speak`. The connections stay open. */
  fallSilent: () => void;
  speak: () => void;
}

/** Filters the data that the database sends on each connection. */
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
  // A port that no other test gets while it is closed.
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
