import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { getSignedUrl } from 'contract/files/files.ts';
import { fileMessages, imageLimits } from 'contract/files/files.constants.ts';
import { updateUser } from 'contract/users/users.ts';
import type { User } from 'contract/users/user.ts';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Files } from '#platform/files/files-s3.ts';
import { startAppWithLog, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { flatPng, picture } from '#test/images.ts';
import { deliverMail } from '#test/mail.ts';
import { startS3, type TestS3 } from '#test/s3.ts';
import { endJobPauses } from '#test/jobs.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100' });

type TestCaller = Awaited<ReturnType<typeof createCaller>>;

let png: Buffer;
beforeAll(async () => {
  png = await picture().png().toBuffer();
});

const pathFor = ({ user }: TestCaller) => updateUser.url.replace(':userId', user.id);

/** Sends a form for the user's own record. */
const update = (caller: TestCaller) =>
  request(test.app.server).put(pathFor(caller)).set('authorization', `Bearer ${caller.access}`);

const stateOf = async ({ user }: TestCaller) => ({
  row: await test.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
  files: await test.database.prisma.storedFile.findMany({ where: { user_id: user.id } }),
});

const userIn = (body: unknown) => (body as { user: User }).user;

describe('an image in a form', () => {
  it('is stored and readable at its signed URL, and the former one is deleted', async () => {
    const caller = await createCaller(test);
    const downloadImage = async (path: string) => {
      const { body } = await callApi(test, getSignedUrl, { id: path, access: caller.access }).expect(200);
      const { pathname, search } = new URL((body as { url: string }).url);
      return request(test.app.server).get(pathname + search);
    };
    const first = await update(caller)
      .field('phone_number', '1')
      .attach('user_image', png, 'me.png')
      .expect(200);
    const { user_image: key, phone_number: phone } = userIn(first.body);
    expect([key, phone]).toEqual([expect.stringMatching(/^images\/[0-9a-f-]{36}\.webp$/), '1']);
    const download = await downloadImage(key ?? '');
    expect(download.status).toBe(200);

    const second = await update(caller).attach('user_image', png, 'me.png').expect(200);
    const newKey = userIn(second.body).user_image ?? '';
    expect(newKey).not.toBe(key);
    expect((await stateOf(caller)).files).toEqual([expect.objectContaining({ key: newKey })]);
    expect((await downloadImage(newKey)).status).toBe(200);
    await deliverMail(test);
    const oldUrl = new URL(await test.dependencies.files.signUrl(key ?? ''));
    await request(test.app.server)
      .get(oldUrl.pathname + oldUrl.search)
      .expect(404);
  });

  it('is deleted by delete_image, unless a new one is sent, and does not change without either', async () => {
    const caller = await createCaller(test);
    await update(caller).attach('user_image', png, 'me.png').expect(200);
    const currentImage = userIn(
      (await update(caller).field('user_image', 'null').expect(200)).body,
    ).user_image;
    expect(currentImage).toMatch(/^images\//);
    const both = await update(caller)
      .field('delete_image', 'true')
      .attach('user_image', png, 'me.png')
      .expect(200);
    expect([userIn(both.body).user_image].filter((key) => key !== null && key !== currentImage)).toHaveLength(
      1,
    );
    const none = await update(caller).field('delete_image', 'True').expect(200);
    expect(userIn(none.body).user_image).toBeNull();
    expect((await stateOf(caller)).files).toEqual([]);
  });

  it('may be sent with a text of the same name, and an empty file input counts as no image', async () => {
    const caller = await createCaller(test);
    const both = await update(caller)
      .field('user_image', 'images/x')
      .attach('user_image', png, 'a.png')
      .expect(200);
    const key = userIn(both.body).user_image;
    const none = await update(caller).attach('user_image', Buffer.alloc(0), { filename: '' }).expect(200);
    expect(userIn(none.body).user_image).toBe(key);
  });
});

describe('an upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { imageUnsupported, imageTooManyPixels, imageTooLarge } = fileMessages;
  const [any, large] = [expect.any(String) as string, Buffer.alloc(imageLimits.maxBytes + 1, 7)];
  it.each<[string, string, string, () => [name: string, file: Buffer][]]>([
    ['that is no image', 'user_image', imageUnsupported, () => [['user_image', Buffer.from('hello')]]],
    ['that is empty', 'user_image', any, () => [['user_image', Buffer.alloc(0)]]],
    ['that is an SVG', 'user_image', imageUnsupported, () => [['user_image', Buffer.from(svg)]]],
    ['that is half an image', 'user_image', any, () => [['user_image', png.subarray(0, 300)]]],
    ['too wide', 'user_image', imageTooManyPixels, () => [['user_image', flatPng(10_000, 4_001, 1)]]],
    ['a byte too large', 'user_image', imageTooLarge, () => [['user_image', large]]],
    ['under another name', 'image', any, () => [['image', png]]],
    ['of two files', 'user_image', any, () => ['user_image', 'user_image'].map((name) => [name, png])],
    ['with another file', 'other', any, () => ['user_image', 'other'].map((name) => [name, png])],
  ])('%s is refused, naming %s, and nothing changes', async (_what, field, message, files) => {
    const caller = await createCaller(test);
    const before = await stateOf(caller);
    const form = update(caller).field('phone_number', '99');
    for (const [name, file] of files()) form.attach(name, file, 'a.png');
    const { status, body } = await form;
    expect([status, body]).toMatchObject(
      message === imageTooLarge
        ? [413, { code: 'payload_too_large', details: { [field]: [message] } }]
        : [400, { code: 'validation_failed', details: { [field]: [message] } }],
    );
    expect(await stateOf(caller)).toEqual(before);
  });
});

/** The beginning of a form with an image, which a client sends before it is interrupted. */
function rawForm(caller: TestCaller, file: Buffer, contentLength: number): Buffer {
  const head =
    `PUT ${pathFor(caller)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller.access}\r\n` +
    `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${contentLength}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head + formStart), file]);
}
const formStart =
  '--b\r\ncontent-disposition: form-data; name="phone_number"\r\n\r\n99\r\n' +
  '--b\r\ncontent-disposition: form-data; name="user_image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';

const openSocket = (app: FastifyInstance = test.app) =>
  connect((app.server.address() as AddressInfo).port, '127.0.0.1');

describe('a client with a faulty upload', () => {
  it('is refused if the form is incomplete', async () => {
    const caller = await createCaller(test);
    const before = await stateOf(caller);
    const { status, body } = await update(caller)
      .set('content-type', 'multipart/form-data; boundary=b')
      .send(formStart + String(png));
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(await stateOf(caller)).toEqual(before);
  });

  it('changes nothing if it disconnects, releases its place, and causes one line in the log', async () => {
    const caller = await createCaller(test);
    const before = await stateOf(caller);
    const { app, lines } = await startAppWithLog(test);
    const disconnects = 8;
    for (let round = 1; round <= disconnects; round++) {
      const socket = openSocket(app);
      const requestEvent = once(app.server, 'request');
      socket.write(rawForm(caller, png, imageLimits.maxBytes));
      await requestEvent;
      socket.destroy();
      await expect.poll(() => lines).toHaveLength(round);
    }
    // Each of them reserved a third of the share of one caller.
    const form = request(app.server).put(pathFor(caller)).set('authorization', `Bearer ${caller.access}`);
    await form.attach('user_image', Buffer.from('x'), 'a.png').expect(400);
    await expect.poll(() => lines).toHaveLength(disconnects + 1);
    expect(lines.map(({ msg }) => msg)).toEqual([
      ...Array<string>(disconnects).fill('request cut off'),
      'request',
    ]);
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    expect(await stateOf(caller)).toEqual(before);
  });

  it('cannot use more than its share of the memory, nor the share of other users', async () => {
    const [attacker, other] = [await createCaller(test), await createCaller(test)];
    const stalled = [openSocket(), openSocket(), openSocket(), openSocket()];
    try {
      const responses = stalled.map((socket) => once(socket, 'data'));
      for (const socket of stalled) socket.write(rawForm(attacker, png, imageLimits.maxBytes));
      // Three uploads have places and wait.
      const [response] = await Promise.race(responses);
      expect(String(response)).toContain('HTTP/1.1 503');
      expect(String(response)).toContain('retry-after: 5');
      await update(other).attach('user_image', png, 'a.png').expect(200);
    } finally {
      for (const socket of stalled) socket.destroy();
    }
  });
});

const runPausedJobs = async () => {
  await endJobPauses(test.database);
  await deliverMail(test);
};

describe('a store that is unavailable', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
    test.dependencies.files = await openS3Files(s3.options, imageLimits.signedUrlSeconds);
  });
  afterAll(async () => {
    test.dependencies.files = test.dependencies.fileFolder ?? test.dependencies.files;
    await s3.stop();
  });

  const storedKeys = () => [...(s3.buckets.get(s3.options.bucket)?.keys() ?? [])];
  it('causes a 503 for an upload, changes nothing, and affects nothing else', async () => {
    const caller = await createCaller(test);
    await update(caller).attach('user_image', png, 'a.png').expect(200);
    const before = await stateOf(caller);
    s3.behaviour = 'cut';
    const refusal = await update(caller)
      .field('phone_number', '99')
      .attach('user_image', png, 'a.png')
      .expect(503);
    expect([refusal.body.code, refusal.headers['retry-after']]).toEqual(['unavailable', '5']);
    expect(await stateOf(caller)).toEqual(before);
    await update(caller).field('delete_image', 'true').field('phone_number', '7').expect(200);
    await request(test.app.server).get('/api/readyz').expect(200);

    // The removals that failed wait for the store.
    await runPausedJobs();
    expect(storedKeys()).toHaveLength(1);
    s3.behaviour = 'serve';
    await runPausedJobs();
    expect(storedKeys()).toEqual([]);
  });

  it('does not retain a file of an update that was refused after the upload', async () => {
    const caller = await createCaller(test);
    const { username } = await createUser(test);
    s3.behaviour = 'serve';
    const conflict = await update(caller).field('username', username).attach('user_image', png, 'a.png');
    expect(conflict.status).toBe(409);
    await update(caller).attach('user_image', png, 'a.png').expect(200);
    await runPausedJobs();
    expect(storedKeys()).toEqual([(await stateOf(caller)).row.user_image]);
  });
});
