/** HTTP/1.1 without a library: what no client would send goes out, and nothing of the answer is made up. */
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** By name in lower case, each as often as it came. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: Buffer;
}

const patienceMs = 20_000;

interface ExchangeOptions {
  port: number;
  /** How many answers are waited for. */
  answers: number;
  /** The answer to HEAD announces a body that does not come. */
  isHead: boolean;
  /** Sends its end behind the bytes. */
  hangsUp: boolean;
}

/** The answers to these bytes, as many as came before the connection ended. Rejects where the server is silent. */
export function exchange(
  bytes: Buffer,
  { port, answers, isHead, hangsUp }: ExchangeOptions,
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received: Buffer = Buffer.alloc(0);
    const read: RawAnswer[] = [];
    const readOn = (isOver: boolean) => {
      for (;;) {
        const next = parseAnswer(received, isHead && read.length === 0, isOver);
        if (!next) return;
        received = next.rest;
        if (next.answer.status >= 200) read.push(next.answer);
      }
    };
    const end = () => {
      readOn(true);
      socket.destroy();
      resolve(read);
    };
    socket.setTimeout(patienceMs, () => {
      socket.destroy();
      reject(new Error(`The server was silent for ${patienceMs / 1000} s.`));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      readOn(false);
      const isLast = read.length >= answers || read.at(-1)?.headers.get('connection')?.includes('close');
      if (isLast) end();
    });
    // Answered before all was read, the rest of a request may reset the connection.
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
      else end();
    });
    socket.once('end', end);
    socket.once('close', end);
    if (hangsUp) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Throws for what is no HTTP; undefined until one answer is whole. */
function parseAnswer(
  bytes: Buffer,
  isHead: boolean,
  isOver: boolean,
): { answer: RawAnswer; rest: Buffer } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const content = bytes.subarray(headEnd + 4);
  const whole = (body: Buffer, rest: Buffer) => ({ answer: { status, headers, body }, rest });
  if (isHead || status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), content);
  if (headers.has('transfer-encoding')) {
    const chunks = parseChunks(content);
    return chunks && whole(chunks.body, chunks.rest);
  }
  const length = headers.get('content-length')?.[0];
  if (length === undefined) return isOver ? whole(content, Buffer.alloc(0)) : undefined;
  if (content.length < Number(length)) return undefined;
  return whole(content.subarray(0, Number(length)), content.subarray(Number(length)));
}

function parseChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(next) };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
