import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A publisher on the loopback interface whose responses a test determines. */
export interface Publisher {
  url: string;
  requests: IncomingMessage[];
  /** Sets the response. */
  answer: (listener: RequestListener) => void;
  close: () => Promise<void>;
}

const answerNothing: RequestListener = (_request, response) => response.writeHead(404).end();

export async function startPublisher(): Promise<Publisher> {
  const requests: IncomingMessage[] = [];
  let listener = answerNothing;
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.csv`,
    requests,
    answer: (next) => (listener = next),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Responds with the file and its ETag, or with 304. */
export const servesFile =
  (bytes: Buffer): RequestListener =>
  ({ headers }, response) => {
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    if (headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag, 'last-modified': 'Tue, 03 Nov 2026 03:30:00 GMT' }).end(bytes);
  };
