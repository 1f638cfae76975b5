import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useFolder } from '#test/folder.ts';
import { startS3, type TestS3 } from '#test/s3.ts';
import { openFileFolder } from './files-folder.ts';
import { openS3Files, type S3Files } from './files-s3.ts';
import { FileStoreUnavailableError } from './files.ts';

const signedUrlSeconds = 300;
const key = 'images/01930a4e-7c00-7000-8000-000000000002.webp';
const otherKey = 'images/01930a4e-7c00-7000-8000-000000000003.webp';

const root = useFolder();
const folder = openFileFolder({
  folder: root,
  signingKeys: [Buffer.alloc(32, 7)],
  baseUrl: 'http://127.0.0.1',
  signedUrlSeconds,
});
let s3: TestS3;
let s3Files: S3Files;
beforeAll(async () => {
  s3 = await startS3();
  s3Files = await openS3Files(s3.options, signedUrlSeconds);
  await s3Files.createBucket();
});
afterAll(() => s3.stop());
afterEach(() => {
  vi.useRealTimers();
  s3.behaviour = 'serve';
});

async function read(url: string) {
  const response = await fetch(url);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), response };
}

// The app serves files in a folder itself: see modules/files.
describe('files in an object store', () => {
  it('are returned at their signed URL, byte for byte, with their type', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    await s3Files.put(key, bytes);
    const response = await read(await s3Files.signUrl(key));
    expect([response.status, response.response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const disposition = `inline; filename="${key.replace('images/', '')}"`;
    expect(response.response.headers.get('content-disposition')).toBe(disposition);
    expect(response.bytes.equals(bytes)).toBe(true);
  });

  it('are replaced by a new file with the same key', async () => {
    await s3Files.put(key, Buffer.from('first'));
    await s3Files.put(key, Buffer.from('second'));
    expect(String((await read(await s3Files.signUrl(key))).bytes)).toBe('second');
  });

  it('are unavailable after their deletion, which can be repeated', async () => {
    await s3Files.put(key, Buffer.from('x'));
    const url = await s3Files.signUrl(key);
    await s3Files.delete(key);
    expect((await read(url)).status).toBe(404);
    await expect(s3Files.delete(key)).resolves.toBeUndefined();
  });

  it('are not returned for a changed URL', async () => {
    await s3Files.put(key, Buffer.from('x'));
    await s3Files.put(otherKey, Buffer.from('y'));
    const url = await s3Files.signUrl(key);
    const bare = new URL(url);
    bare.search = '';
    const other = url.replace(key, otherKey);
    const forged = url.replace(/(signature=)(....)/i, '$10000');
    const longer = url.replace(/(expires=)(\d+)/i, (_all, name: string, value: string) => `${name}${value}9`);
    expect(new Set([bare.href, other, forged, longer, url]).size).toBe(5);
    for (const changed of [bare.href, other, forged, longer]) {
      expect([changed, (await read(changed)).status]).toEqual([changed, 403]);
    }
  });

  it('are available for 5 minutes and no longer', async () => {
    await s3Files.put(key, Buffer.from('x'));
    const now = Date.now();
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const url = await s3Files.signUrl(key);
    vi.setSystemTime(now + (signedUrlSeconds - 2) * 1000);
    expect((await read(url)).status).toBe(200);
    vi.setSystemTime(now + signedUrlSeconds * 1000 + 1000);
    expect((await read(url)).status).toBe(403);
  });
});

it.each([
  '',
  'images',
  'images/../secret',
  '../secret',
  '/etc/passwd',
  'images/%2e%2e/secret',
  `images/../${key}`,
  `${key}/`,
  `${key}\0`,
  `/${key}`,
  key.replace('.webp', '.html'),
  key.toUpperCase(),
])('refuses a file with the key %j', async (bad) => {
  for (const store of [folder, s3Files]) {
    await expect(store.put(bad, Buffer.from('x'))).rejects.toThrow('Not a file key');
    await expect(store.signUrl(bad)).rejects.toThrow('Not a file key');
    await expect(store.delete(bad)).rejects.toThrow('Not a file key');
  }
});

describe('a folder', () => {
  it('contains only complete files, readable by their owner', async () => {
    await folder.put(key, Buffer.from('whole'));
    expect(await readdir(join(root, 'images'))).not.toContainEqual(expect.stringContaining('.new'));
    expect(await readFile(join(root, key), 'utf8')).toBe('whole');
    expect((await stat(join(root, key))).mode & 0o777).toBe(0o600);
  });

  it('counts as unavailable if it is not writable', async () => {
    const blocked = join(root, 'blocked');
    await writeFile(blocked, '');
    const broken = openFileFolder({
      folder: blocked,
      signingKeys: [Buffer.alloc(32)],
      baseUrl: '',
      signedUrlSeconds,
    });
    await expect(broken.put(key, Buffer.from('x'))).rejects.toThrow(FileStoreUnavailableError);
  });
});

describe('an object store', () => {
  it('signs URLs with the name that browsers use', async () => {
    expect((await s3Files.signUrl(key)).startsWith(`${s3.options.publicEndpoint}/`)).toBe(true);
  });

  it.each(['cut', 'fail', 'deny'] as const)(
    'counts as unavailable while it responds with %s, and works again afterwards',
    async (behaviour) => {
      s3.behaviour = behaviour;
      await expect(s3Files.put(key, Buffer.from('x'))).rejects.toThrow(FileStoreUnavailableError);
      await expect(s3Files.delete(key)).rejects.toThrow(FileStoreUnavailableError);
      await expect(s3Files.createBucket()).rejects.toThrow(FileStoreUnavailableError);
      s3.behaviour = 'serve';
      await expect(s3Files.put(key, Buffer.from('x'))).resolves.toBeUndefined();
    },
  );

  it('does not delay a request for long if it does not respond', async () => {
    s3.behaviour = 'hang';
    const startedAt = performance.now();
    await expect(s3Files.put(key, Buffer.from('x'))).rejects.toThrow(FileStoreUnavailableError);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('signs URLs while it is unavailable', async () => {
    s3.behaviour = 'cut';
    await expect(s3Files.signUrl(key)).resolves.toContain('X-Amz-Signature=');
  });

  it('has its bucket created if it is missing, also after a restart without data, and by parallel requests', async () => {
    s3.buckets.clear();
    await Promise.all([s3Files.createBucket(), s3Files.createBucket()]);
    expect([...s3.buckets.keys()]).toEqual([s3.options.bucket]);
    s3.buckets.clear();
    await s3Files.delete(key);
    await Promise.all([s3Files.put(key, Buffer.from('x')), s3Files.put(otherKey, Buffer.from('y'))]);
    expect([...(s3.buckets.get(s3.options.bucket)?.keys() ?? [])].toSorted()).toEqual([key, otherKey]);
  });
});
