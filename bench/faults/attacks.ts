/**
 * Three attacks that stopped or slowed the server before their limits existed, beside honest traffic: two accounts that
 * upload the dearest images without a pause, publishers' files of 8 MiB that are hard to parse, and six connections that
 * send bodies with thousands of unknown names. The health is compared with the quiet phase of the same run, and for the
 * bodies with the same flood of accepted ones. The last part measures what a refusal costs.
 *
 *     npx tsx bench/faults/attacks.ts
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listDatasets, refreshDataset } from 'contract/datasets/datasets.ts';
import { checkStatement } from 'contract/statements/statements.ts';
import { getHealth } from 'contract/system/system.ts';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { updateUser } from 'contract/users/users.ts';
import { openDatabase } from 'server/src/platform/database/database.ts';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { statementBody } from '../engine/statement-bodies.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { report, reportMost } from '../report.ts';
import { cpuOf } from '../measured-process.ts';
import { failures, p95, runLoad } from './open-load.ts';
import { call, signInPeople } from './people.ts';
import { makeServer, type Server } from './server.ts';

const phaseMs = 20_000;
const perSecond = 20;
const goals = { healthRatio: 2, uploadMs: 5_000, refusalRatio: 3 } as const;
const fileBytes = 8 * 1024 ** 2 - 1_024;
const slug = 'gdp-australia';
/** The limit of most bodies. */
const bodyMaxBytes = 64 * 1024;

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
const [admin, honest, ...attackers] = await signInPeople(server, database.pool, 3);

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
  return call(server, person, updateUser, { id: person.id, body });
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
      await call(server, admin, refreshDataset, { id: slug });
      await delay(phaseMs / files.length);
    }
  };
  reportHealth('publishers’ files of 8 MiB', await healthDuring(work()));
  report('files that the server read', served, served > 0, 'more than 0');
}

{
  const loan = calculatePrincipal.bodyExample;
  const accepted = await healthDuring(flood(loan, '203.0.113.65'));
  const refused = await healthDuring(flood(unknownNames(3_400), '203.0.113.66'));
  reportMost(
    `the health during a flood of refused bodies (${refused.toFixed(1)} ms)`,
    refused / accepted,
    goals.refusalRatio,
    `times that during a flood of accepted ones (${accepted.toFixed(1)} ms)`,
  );
}

await database.close();
await server.stop();
publisher.close();

{
  // Without limits, which would refuse most of these requests before anything reads them.
  const unlimited = await makeServer({ DATA_DIR: dataDir });
  await unlimited.start();
  for (const { what, accepted, refused } of refusals()) {
    const cost = await cpuPerRequest(unlimited, accepted);
    for (const [content, request] of Object.entries(refused)) {
      const ratio = (await cpuPerRequest(unlimited, request)) / cost;
      reportMost(`a refusal of ${what} with ${content}`, ratio, goals.refusalRatio, 'times an accepted one');
    }
  }
  await unlimited.stop();
}

/** One IP address calculates loans over six connections until the phase ends. Both floods end in refusals by its limit. */
async function flood(body: object, address: string): Promise<void> {
  await autocannon({
    url: server.url + calculatePrincipal.url,
    method: calculatePrincipal.method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
    connections: 6,
    duration: phaseMs / 1_000,
    // In a thread of its own: the requests for the health would wait for its work.
    workers: 1,
  });
}

type HttpRequest = Pick<autocannon.Options, 'method' | 'headers' | 'body'> & { path: string };

/** Microseconds of the server's CPU. */
async function cpuPerRequest({ url, pid }: Server, { path, ...request }: HttpRequest): Promise<number> {
  const send = (count: number) => autocannon({ url: url + path, ...request, connections: 1, amount: count });
  // The rest of a body over the limit is read with pauses.
  const amount = String(request.body ?? '').length > bodyMaxBytes ? 100 : 1_000;
  await send(amount / 10);
  const before = cpuOf(pid());
  await send(amount);
  return (cpuOf(pid()) - before) / amount;
}

function post(path: string, body: object): HttpRequest {
  return postText(path, JSON.stringify(body));
}

function postText(path: string, body: string): HttpRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  };
}

function get(path: string): HttpRequest {
  return { method: 'GET', path };
}

/** Accepted requests, and refused ones of the same operation. */
function refusals(): { what: string; accepted: HttpRequest; refused: Record<string, HttpRequest> }[] {
  const callOfTool = (input: object) =>
    post('/api/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'calculate_loan', arguments: input },
    });
  const loan = { ...calculatePrincipal.bodyExample };
  const { url } = calculatePrincipal;
  const statement = statementBody(5_000, 30, 6.14);
  const statementBytes = JSON.stringify(statement).length;
  const query = (count: number) => new URLSearchParams(Object.entries(unknownNames(count)));
  return [
    {
      what: 'a loan',
      accepted: post(url, loan),
      refused: {
        'one invalid field': post(url, { ...loan, duration_months: 0 }),
        '200 unknown names': post(url, unknownNames(200)),
        '3,400 unknown names': post(url, unknownNames(3_400)),
        '200 unknown names of 200 letters': post(url, unknownNames(200, 200)),
        '10 objects of 200 unknown names': post(url, { ...loan, lists: Array(10).fill(unknownNames(200)) }),
        'a list of 30,000 items': post(url, { ...loan, list: Array(30_000).fill(1) }),
        '30,000 levels': postText(url, `{"list":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
      },
    },
    {
      what: 'a loan of as many bytes as a statement',
      accepted: post(checkStatement.url, statement),
      refused: {
        '200 unknown names, over the limit of a body': post(url, unknownNames(200, statementBytes / 200)),
      },
    },
    {
      what: 'a list of datasets',
      accepted: get(listDatasets.url),
      refused: {
        '200 unknown names': get(`${listDatasets.url}?${query(200)}`),
        '900 unknown names': get(`${listDatasets.url}?${query(900)}`),
      },
    },
    {
      what: 'an assistant’s loan',
      accepted: callOfTool(loan),
      refused: {
        '200 unknown names': callOfTool(unknownNames(200)),
        '8,200 unknown names': callOfTool(unknownNames(8_200)),
      },
    },
  ];
}

function unknownNames(count: number, length = 1): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`unknown_${i}`.padEnd(length, 'x'), '1']),
  );
}

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
