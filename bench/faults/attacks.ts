/**
 * Three attacks that stopped or slowed the server before their limits existed, beside honest traffic: two accounts that
 * upload the dearest images without a pause, publishers' files of 8 MiB that are hard to parse, and six connections that
 * send bodies with 8,200 unknown names. The health of each phase is compared with the quiet phase of the same run.
 *
 *     npx tsx bench/faults/attacks.ts
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { refreshDataset } from 'contract/datasets/datasets.ts';
import { getHealth } from 'contract/system/system.ts';
import { updateUser } from 'contract/users/users.ts';
import { openDatabase } from 'server/src/platform/database/database.ts';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import sharp from 'sharp';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { report, reportMost } from '../report.ts';
import { failures, p95, runLoad } from './open-load.ts';
import { call, createPeople, findAdmin, send, signIn } from './people.ts';
import { makeServer } from './server.ts';

const phaseMs = 20_000;
const perSecond = 20;
const goals = { healthRatio: 2, uploadMs: 5_000, refusalRatio: 3 } as const;
const fileBytes = 8 * 1024 ** 2 - 1_024;
const slug = 'gdp-australia';

const files = ['a\n', 'a,', '"', 'a,b,c\n'].map((part) => part.repeat(Math.floor(fileBytes / part.length)));
let served = 0;
const publisher = createServer((_request, response) => response.end(files[served++ % files.length]));
await new Promise<void>((listening) => publisher.listen(0, '127.0.0.1', listening));
const { port } = publisher.address() as AddressInfo;

const dataDir = createTemporaryFolder();
const server = await makeServer({
  DATA_DIR: dataDir,
  DATA_REFRESH: 'on',
  DATA_URLS: `${slug}=http://127.0.0.1:${port}/a.csv`,
  // Each attacker has an IP address of its own. Callers of a loopback address would have no limit.
  TRUST_PROXY: '127.0.0.1/32',
  RATE_LIMIT_SCALE: '1',
});
await server.start();
const database = openDatabase((await joinEmbeddedPostgres({ dataDir })).url);
const people = await createPeople(database.pool, 3);
const admin = await findAdmin(database.pool);
for (const person of [...people, admin]) await signIn(server, person);
const [honest, ...attackers] = people;

/** The p95 of the health in milliseconds while `work` runs. */
async function healthDuring(work: Promise<unknown>): Promise<number> {
  const load = await runLoad(server.url, [{ method: 'GET', path: getHealth.url }], {
    perSecond,
    until: work,
  });
  if (failures(load).length > 0) report('health', failures(load).join(', '), false, 'no failures');
  return p95(load);
}

await healthDuring(delay(3_000));
const quiet = await healthDuring(delay(phaseMs));
console.log(`The health takes ${quiet.toFixed(1)} ms (p95) while nothing else happens.`);
const reportHealth = (what: string, during: number) =>
  reportMost(
    `the health during ${what}: ${during.toFixed(1)} ms`,
    during / quiet,
    goals.healthRatio,
    'times',
  );

const upload = (person: typeof admin, image: Buffer) => {
  const body = new FormData();
  body.set('user_image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'image');
  return call(server, person, updateUser.method, updateUser.url.replace(':userId', person.id), body);
};

/** Calls again and again until the phase ends. */
const forAPhase = async (work: () => Promise<unknown>) => {
  const end = performance.now() + phaseMs;
  while (performance.now() < end) await work();
};

{
  const images = await dearImages();
  const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  const times: number[] = [];
  const statuses: number[] = [];
  let turn = 0;
  const attacks = attackers.map((person) => forAPhase(() => upload(person, images[turn++ % images.length]!)));
  const uploads = forAPhase(async () => {
    const begin = performance.now();
    const { status } = await upload(honest!, photo);
    times.push(performance.now() - begin);
    statuses.push(status);
    await delay(1_000);
  });
  reportHealth('uploads of dear images', await healthDuring(Promise.all([...attacks, uploads])));
  reportMost(`the slowest of ${times.length} honest uploads`, Math.max(...times), goals.uploadMs, 'ms');
  const refused = statuses.filter((status) => status !== 200).length;
  report('honest uploads that failed', refused, refused === 0, '0');
}

{
  const work = async () => {
    for (const _ of files) {
      await call(server, admin, 'POST', refreshDataset.url.replace(':slug', slug));
      await delay(phaseMs / files.length);
    }
  };
  reportHealth('publishers’ files of 8 MiB', await healthDuring(work()));
  report('files that the server read', served, served > 0, 'more than 0');
}

{
  const names = Object.fromEntries(Array.from({ length: 8_200 }, (_, index) => [`unknown_${index}`, 1]));
  const headers = { 'x-forwarded-for': '203.0.113.66' };
  const flood = Array.from({ length: 6 }, () =>
    forAPhase(() => send(server, 'POST', '/api/user/login/', { body: names, headers })),
  );
  reportHealth('bodies of 8,200 unknown names', await healthDuring(Promise.all(flood)));
}

await database.close();
await server.stop();
publisher.close();

/** As large as the limits allow: a JPEG with as many scans as it may have, an AVIF, and a PNG. */
async function dearImages(): Promise<Buffer[]> {
  const noise = sharp({
    create: {
      width: 8_000,
      height: 5_000,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 128, sigma: 6 },
    },
  });
  const jpeg = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#456' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return [
    Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(90).fill(lastScan), jpeg.subarray(-2)]),
    await noise.avif({ quality: 25, effort: 0 }).toBuffer(),
    await sharp({ create: { width: 8_000, height: 5_000, channels: 4, background: '#456' } })
      .png({ progressive: true })
      .toBuffer(),
  ];
}
