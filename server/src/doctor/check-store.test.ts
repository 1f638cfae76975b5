import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf, failureOf, usePatient, warningOf, wrongPassword } from '#test/doctor.ts';

const patient = usePatient();

describe('the store', () => {
  it.each([
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: wrongPassword }, 'Check S3_SECRET_ACCESS_KEY'],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'AKIDOTHER' }, 'Check S3_ACCESS_KEY_ID'],
    ['no store there', { S3_ENDPOINT: 'http://127.0.0.1:1' }, '127.0.0.1:1 refuses the connection'],
    ['another protocol', { S3_ENDPOINT: 'https://127.0.0.1' }, 'S3_ENDPOINT'],
  ])('fails with %s', async (_what, variables, part) => {
    expect(await failureOf(patient, 'store', variables)).toContain(part);
  });

  it.each([
    ['PUT', 'the right s3:PutObject'],
    ['GET', 'does not show what was stored (AccessDenied)'],
    ['DELETE', 'the right s3:DeleteObject'],
  ])('fails without the right to %s', async (method, part) => {
    patient.s3.denied = [method];
    expect(await failureOf(patient, 'store')).toContain(part);
    patient.s3.buckets.get(patient.s3.options.bucket)?.clear();
  });

  it('fails where it answers with errors only, ends connections or gives no answer', async () => {
    for (const [mood, part] of [
      ['fail', 'cannot be used (InternalError'],
      ['cut', 'ends the connection'],
      ['hang', 'gives no answer'],
    ] as const) {
      patient.s3.mood = mood;
      expect(await failureOf(patient, 'store')).toContain(part);
    }
  });

  it('fails where browsers are sent elsewhere, and warns where only they may get there', async () => {
    const elsewhere = createServer((_request, response) => response.writeHead(404).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const line = await failureOf(patient, 'store', { S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${port}` });
    expect(line).toContain('does not show what was stored (404)');
    elsewhere.close();
    const far = await warningOf(patient, 'store', { S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' });
    expect(far).toContain('Browsers need it');
  });

  it('warns where the bucket is missing, and does not make it', async () => {
    expect(await warningOf(patient, 'store', { S3_BUCKET: 'mistyped' })).toContain('has no bucket mistyped');
    expect(patient.s3.buckets.has('mistyped')).toBe(false);
  });

  it.each(['files', 'mailbox'])('and the mailbox fail where %s in DATA_DIR is no folder', async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'declassified-'));
    writeFileSync(join(dataDir, name), '');
    const local = Object.fromEntries(Object.keys(environmentOf(patient)).map((variable) => [variable, '']));
    const check = name === 'files' ? 'store' : 'smtp';
    expect(await failureOf(patient, check, { ...local, DATA_DIR: dataDir })).toContain(
      'cannot be written: a file is in the way',
    );
    rmSync(dataDir, { recursive: true });
  });
});
