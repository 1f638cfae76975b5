import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { respondTo, bearerOf, fakeApi, refusal } from '#test/fake-api.ts';
import { download } from './call.ts';
import { signInUser } from '#test/fake-session.ts';

fakeApi();

const saved: { file: Blob; name: string }[] = [];

beforeEach(() => {
  saved.length = 0;
  let file: Blob;
  URL.createObjectURL = (blob) => {
    file = blob as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ file, name: this.download });
  });
});

const csv = (...chunks: string[]) =>
  new HttpResponse(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/csv' } },
  );

const broken = () =>
  new HttpResponse(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) }));

const save = () => download('exportIpRecords', { body: { action: 'login' } }, { fileName: 'ip.csv' });

test('a file is requested as the signed-in user and saved completely', async () => {
  const { access } = signInUser();
  const received = respondTo('exportIpRecords', () => csv('id,user\r\n1,a', 'da\r\n2,mata\r\n'));
  await save();
  expect(bearerOf(received[0]!)).toBe(`Bearer ${access}`);
  expect(received[0]?.body).toEqual({ action: 'login' });
  expect(saved).toMatchObject([{ name: 'ip.csv', file: { type: 'text/csv', size: 24 } }]);
});

test('a refused request is an ApiError and saves nothing', async () => {
  respondTo('exportIpRecords', () => refusal('not_found', 'No IPs found for the given filters'));
  await expect(save()).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    message: 'No IPs found for the given filters',
  });
  expect(saved).toEqual([]);
});

test('an interrupted download is an ApiError and saves nothing', async () => {
  respondTo('exportIpRecords', broken);
  await expect(save()).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  expect(saved).toEqual([]);
});
