import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { FuzzRequest } from './requests.ts';

export interface FuzzResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const timeoutMs = 20_000;
const agent = new Agent({ keepAlive: true });

/** Rejects where the server is silent or the response is no HTTP. */
export function send(url: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    // What Node refuses to send, nobody sends with it.
    const sendable = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
    ]);
    const outgoing = httpRequest({
      agent,
      hostname,
      port,
      method,
      path: encodeRaw(path),
      headers: { ...Object.fromEntries(sendable), ...(body && { 'content-length': body.length }) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      // Refused before all was read, the rest of a body may break the connection behind the response.
      outgoing.off('error', reject).on('error', () => {});
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.alloc(0) });
        return;
      }
      buffer(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

const encodeRaw = (path: string) =>
  path.replaceAll(/[^\x21-\xff]/gu, (character) => encodeURIComponent(character));

/** What the server says to bytes that no HTTP library sends, until it ends the connection. */
export async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`The server was silent for ${timeoutMs} ms.`)));
  socket.end(bytes, 'latin1');
  return text(socket);
}
