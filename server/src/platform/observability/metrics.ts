import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { StartError } from '#platform/process/start-error.ts';

export interface MetricsServer {
  port: number;
  stop: () => Promise<void>;
}

/** In milliseconds. Who reads metrics is near and sends next to nothing. */
const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
/** Without a byte either way, so longer than the slowest scrape. */
const connectionTimeoutMs = 15_000;
const connectionsMax = 20;

/**
 * Answers `GET /metrics` in Prometheus' text format on a port of its own, and nothing else. Throws `StartError` where it
 * cannot listen.
 */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const scrape = shareCalls(() => registry.metrics());
  const server = createServer({ ...timeouts, maxHeaderSize: 8 * 1024 }, (request, response) => {
    void answer(request, response, scrape, registry.contentType);
  });
  server.maxConnections = connectionsMax;
  server.timeout = connectionTimeoutMs;
  server.listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartError(`METRICS_HOST ${host} is no address of this machine.`);
    const reason = reasons[error.code ?? ''] ?? `cannot be listened on: ${error.message}`;
    throw new StartError(`METRICS_PORT ${port} ${reason}`);
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

const reasons: Record<string, string | undefined> = {
  EADDRINUSE: 'is busy. Set it to a free port.',
  EACCES: 'may not be used by this user. Set it to another port.',
};

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  scrape: () => Promise<string>,
  contentType: string,
): Promise<void> {
  const plain = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
    response.writeHead(404, plain).end('Only GET /metrics is here.\n');
    return;
  }
  try {
    const text = await scrape();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    response.writeHead(500, plain).end(`${(error as Error).message}\n`);
  }
}

/** Whoever calls while a call is under way shares it. */
function shareCalls<Value>(call: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<Value> | undefined;
  return () =>
    (underWay ??= call().finally(() => {
      underWay = undefined;
    }));
}
