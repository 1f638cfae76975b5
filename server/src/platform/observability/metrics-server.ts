import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { listenError } from '#platform/process/start-error.ts';

export interface MetricsServer {
  port: number;
  stop: () => Promise<void>;
}

/** In milliseconds. */
const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
const plain = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };

/** Serves `GET /metrics` in Prometheus' text format. Throws `StartError` if it cannot listen. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer(timeouts, ({ method, url }, response) => {
    if (method === 'GET' && url?.split('?')[0] === '/metrics') void respond(response, registry);
    else response.writeHead(404, plain).end('Only GET /metrics is here.\n');
  });
  server.listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, { host, port, hostName: 'METRICS_HOST', portName: 'METRICS_PORT' });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(response: ServerResponse, registry: Registry): Promise<void> {
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    response.writeHead(500, plain).end(`${(error as Error).message}\n`);
  }
}
