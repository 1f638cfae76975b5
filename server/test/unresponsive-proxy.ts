import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to PostgreSQL on which notifications are lost, as they are behind a transaction pooler. */
export interface UnresponsiveProxy {
  url: string;
  /** Ends all connections that are open. */
  cut: () => void;
  close: () => Promise<void>;
}

export async function startUnresponsiveProxy(databaseUrl: string): Promise<UnresponsiveProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const end of [client, database]) {
          end.destroy();
          open.delete(end);
        }
      });
    }
    client.pipe(database);
    const dropNotifications = createFilter('A');
    database.on('data', (data: Buffer) => client.write(dropNotifications(data)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Each message has a byte for its type and four for the length of the rest: PostgreSQL's protocol 3.0, 53.7. */
function createFilter(dropped: string): (data: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const kept: Buffer[] = [];
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest.toString('latin1', 0, 1) !== dropped) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(kept);
  };
}
