/** The uploads of `slow-clients.ts`, in a process of their own. Sends what became of them to its parent, and ends. */
import { connect } from 'node:net';

export interface UploadOrder {
  port: number;
  kind: UploadKind;
  /** Who upload, one each. */
  people: { id: string; access: string }[];
  megabytes: number;
  /** So many times, one after the other. */
  waves: number;
}

const piece = Buffer.alloc(64 * 1024, 'x');

const kinds = {
  'JSON, length announced': { isForm: false, isChunked: false, isStranger: false },
  'JSON, chunked': { isForm: false, isChunked: true, isStranger: false },
  'form, length announced': { isForm: true, isChunked: false, isStranger: false },
  'form, chunked': { isForm: true, isChunked: true, isStranger: false },
  'form of a stranger, length announced': { isForm: true, isChunked: false, isStranger: true },
  'form of a stranger, chunked': { isForm: true, isChunked: true, isStranger: true },
} as const;

export type UploadKind = keyof typeof kinds;

export const uploadKinds = Object.keys(kinds) as UploadKind[];

/** A form that does not say how long it is may find the memory for uploads taken: 503. */
export function expectedStatuses(kind: UploadKind): number[] {
  const { isForm, isChunked, isStranger } = kinds[kind];
  if (isStranger) return [401];
  return isForm && isChunked ? [413, 503] : [413];
}

export interface UploadSeen {
  /** Of the answer that could be read; 0 where none could. */
  status: number;
  /** Until it was read. */
  ms: number;
  megabytesSent: number;
}

process.once('disconnect', () => process.exit());
process.once('message', (order: UploadOrder) => {
  void run(order).then((seen) => process.send?.(seen, () => process.exit()));
});
process.send?.('ready');

async function run(order: UploadOrder): Promise<UploadSeen[]> {
  const seen: UploadSeen[] = [];
  for (let wave = 0; wave < order.waves; wave++) {
    seen.push(...(await Promise.all(order.people.map((person) => upload(order, person)))));
  }
  return seen;
}

/** Reads what the server says meanwhile, and sends on until it is done or cut off. */
function upload(
  { port, kind, megabytes }: UploadOrder,
  { id, access }: UploadOrder['people'][number],
): Promise<UploadSeen> {
  const { isForm, isChunked, isStranger } = kinds[kind];
  const start = isForm
    ? '--b\r\ncontent-disposition: form-data; name="user_image"; filename="a.png"\r\n\r\n'
    : '{"phone_number":"';
  const pieces = (megabytes * 1e6) / piece.length;
  const head =
    `PUT /api/user/user/update/${id}/ HTTP/1.1\r\nhost: localhost\r\n` +
    (isStranger ? '' : `authorization: Bearer ${access}\r\n`) +
    `content-type: ${isForm ? 'multipart/form-data; boundary=b' : 'application/json'}\r\n` +
    (isChunked
      ? 'transfer-encoding: chunked\r\n\r\n'
      : `content-length: ${start.length + Math.ceil(pieces) * piece.length}\r\n\r\n`);
  const framed = isChunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece;

  return new Promise((resolve) => {
    const begin = performance.now();
    const socket = connect(port, '127.0.0.1');
    let [said, sent, ms] = ['', 0, 0];
    socket.on('data', (data) => {
      if (said === '') ms = performance.now() - begin;
      said += data.toString();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(said) ?? [];
      const isWhole = /\r\n\r\n\{.*"request_id".*\}/s.test(said);
      resolve({ status: isWhole ? Number(status) : 0, ms, megabytesSent: (sent * piece.length) / 1e6 });
    });
    const sendOn = () => {
      while (sent < pieces && socket.writable) {
        sent++;
        if (!socket.write(framed)) return void socket.once('drain', sendOn);
      }
      if (socket.writable) socket.end(isChunked ? '0\r\n\r\n' : '');
    };
    socket.write(head + (isChunked ? `${start.length.toString(16)}\r\n${start}\r\n` : start));
    sendOn();
  });
}
