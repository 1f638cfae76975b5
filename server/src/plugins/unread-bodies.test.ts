import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { login } from 'contract/accounts/accounts.ts';
import {
  acceptCalculation,
  shareCalculation,
  updateCalculation,
} from 'contract/calculations/calculations.ts';
import {
  addToLoan,
  correctLoanRows,
  inviteToLoan,
  leaveLoan,
  restoreLoan,
  updateLoan,
} from 'contract/followed-loans/followed-loans.ts';
import { updateObjective } from 'contract/objectives/objectives.ts';
import { answerQuestion } from 'contract/training/training.ts';
import { updateUser } from 'contract/users/users.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const megabyte = 1024 * 1024;
const sentBytes = 8 * megabyte;

interface Upload {
  method: 'POST' | 'PUT';
  url: string;
  type: string;
  isChunked?: boolean;
  access?: string;
}

/** Sends the complete body before it reads. Resolves to the status line that it then receives. */
async function uploadAndThenRead({ method, url, type, isChunked, access }: Upload): Promise<string> {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  const piece = Buffer.alloc(64 * 1024, 'x');
  const partHead = '--b\r\ncontent-disposition: form-data; name="user_image"; filename="a.png"\r\n\r\n';
  const first = Buffer.alloc(piece.length, partHead.padEnd(piece.length, 'x'));
  socket.write(
    `${method} ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n` +
      (access === undefined ? '' : `authorization: Bearer ${access}\r\n`) +
      (isChunked ? 'transfer-encoding: chunked\r\n\r\n' : `content-length: ${sentBytes}\r\n\r\n`),
  );
  for (let sent = 0; sent < sentBytes; sent += piece.length) {
    const part = sent === 0 ? first : piece;
    const framed = isChunked ? [`${piece.length.toString(16)}\r\n`, part, '\r\n'] : [part];
    for (const bytes of framed) {
      await new Promise<void>((resolve, reject) =>
        socket.write(bytes, (error) => (error ? reject(error) : resolve())),
      );
    }
  }
  const [data] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.destroy();
  return data.toString().split('\r\n')[0] ?? '';
}

describe.concurrent('a client whose request is refused while it sends', () => {
  const profile = updateUser.url.replace(':userId', '00000000-0000-7000-8000-000000000000');
  const json = { method: 'POST', url: login.url, type: 'application/json' } as const;
  const form = { method: 'PUT', url: profile, type: 'multipart/form-data; boundary=b' } as const;
  it.each([
    ['too much JSON', json, '413'],
    ['too much JSON in chunks', { ...json, isChunked: true }, '413'],
    ['an unsupported content type', { ...json, type: 'text/plain' }, '413'],
    ['a form without authentication', form, '401'],
    ['a form without authentication in chunks', { ...form, isChunked: true }, '401'],
  ])('can send the complete request and read the reason: %s', async (_what, upload, status) => {
    expect(await uploadAndThenRead(upload)).toContain(` ${status} `);
  });

  it.each([false, true])(
    'can send a complete image that is too large and read the reason; in chunks: %s',
    async (isChunked) => {
      const { user, access } = await createCaller(test);
      const url = updateUser.url.replace(':userId', user.id);
      expect(await uploadAndThenRead({ ...form, url, access, isChunked })).toContain(' 413 ');
    },
  );
});

it.each([
  updateCalculation,
  acceptCalculation,
  shareCalculation,
  updateObjective,
  answerQuestion,
  updateLoan,
  addToLoan,
  correctLoanRows,
  restoreLoan,
  inviteToLoan,
  leaveLoan,
])('without a row of the caller $operation is a 404, whatever its body is', async (operation) => {
  const { access } = await createCaller(test);
  const id = '00000000-0000-7000-8000-000000000000';
  await callApi(test, operation, { access, id, body: { unknown: true } }).expect(404);
});

it('a refused form leaves its connection usable for the next request, even if the rest of the form arrives slowly', async () => {
  const bytes = 60_000;
  const connection = once(test.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
  const [peer] = await connection;
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  const send = async (data: string) => {
    const expected = peer.bytesRead + data.length;
    socket.write(data);
    await expect.poll(() => peer.bytesRead, { interval: 5 }).toBe(expected);
  };
  await send(
    `POST ${login.url} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
      `content-length: ${bytes}\r\n\r\n${'--b\r\n'.padEnd(20_000, 'x')}`,
  );
  await send('x'.repeat(20_000));
  await send('x'.repeat(20_000));
  socket.write('GET /api/healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => text).toMatch(/HTTP\/1.1 415 .*HTTP\/1.1 200 /s);
  socket.destroy();
});
