/**
 * The object store fails while profiles are saved: refuses connections, cuts them, hangs, answers 500, knows our key
 * no more, keeps a file but loses the answer. And right after a file was put: the store fails, the server is killed.
 *
 *     npx tsx bench/faults/store-down.ts
 *
 * The sweep, a job 15 minutes after the upload, is brought forward at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picture } from 'server/test/images.ts';
import { startS3 } from 'server/test/s3.ts';
import { type ApiResponse, call, createPeople, isRefusal, type Person, signIn } from './people.ts';
import { startPostgres } from './postgres.ts';
import { makeServer, percentile, report, until } from './server.ts';

const savers = 12;
const roundsPerFault = 8;
/** One call of the store may take 4 s. */
const refusalGoalMs = 5_000;
/** Times what it is with the store up. */
const othersGoal = 2;
const patienceMs = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const postgres = await startPostgres(folder);
const { pool } = postgres;
let store = await startS3();
const { options } = store;
const port = Number(new URL(options.endpoint).port);
const server = await makeServer({
  DATABASE_URL: postgres.url,
  DATA_DIR: join(folder, 'data'),
  S3_ENDPOINT: options.endpoint,
  S3_REGION: options.region,
  S3_BUCKET: options.bucket,
  S3_ACCESS_KEY_ID: options.accessKeyId,
  S3_SECRET_ACCESS_KEY: options.secretAccessKey,
});
await server.start();
const image = await picture(320, 200).png().toBuffer();
const people = await createPeople(pool, savers);
for (const person of people) {
  await signIn(server, person);
  await expectSaved(person);
}
const objects = () => store.buckets.get(options.bucket) ?? new Map<string, unknown>();
let number = 0;
let isStopped = false;

const faults: Record<string, () => Promise<void> | void> = {
  'refuses connections': async () => {
    await store.stop();
    isStopped = true;
  },
  'cuts connections': () => void (store.mood = 'cut'),
  hangs: () => void (store.mood = 'hang'),
  'answers 500': () => void (store.mood = 'fail'),
  'denies our key': () => void (store.mood = 'deny'),
  'keeps, but loses the answer': () => void (store.mood = 'lose'),
};
/** Of what needs no store, while images are saved beside it. */
const normalMs = percentile(
  (await saveTogether()).others.map(({ ms }) => ms),
  0.95,
);
for (const [name, fail] of Object.entries(faults)) {
  await fail();
  await saveMeanwhile(name);
  await recover();
  for (const person of people) await expectSaved(person);
}
await storeFailsBeforeCommit();
await serverIsKilledBeforeCommit();
await removeWhileDown();
await sweep();
await server.stop();
await postgres.stop();
await store.stop();
await rm(folder, { recursive: true, force: true });

interface Timed extends ApiResponse {
  ms: number;
}

async function save(person: Person, fields: Record<string, string | Blob>): Promise<Timed> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const begin = performance.now();
  const response = await call(server, person, 'PUT', `/api/user/user/update/${person.id}/`, form);
  return { ...response, ms: performance.now() - begin };
}

function imageField(): { user_image: Blob } {
  return { user_image: new Blob([new Uint8Array(image)]) };
}

async function expectSaved(person: Person): Promise<void> {
  const { status, body } = await save(person, imageField());
  if (status !== 200) throw new Error(`With the store back, a save was answered ${status} ${body.msg}`);
}

function isWithImage(person: Person): boolean {
  return people.indexOf(person) % 2 === 0;
}

/** Half of the people save an image and a number, half a number alone, and everyone reads. */
async function saveTogether(): Promise<{ withImage: Timed[]; others: Timed[] }> {
  const [withImage, others]: [Timed[], Timed[]] = [[], []];
  await Promise.all(
    people.map(async (person) => {
      for (let round = 0; round < roundsPerFault; round++) {
        const phone_number = String(++number);
        const response = await save(person, { phone_number, ...(isWithImage(person) && imageField()) });
        (isWithImage(person) ? withImage : others).push(response);
        const begin = performance.now();
        const read = await call(server, person, 'GET', `/api/user/user/${person.id}/`);
        others.push({ ...read, ms: performance.now() - begin });
      }
    }),
  );
  return { withImage, others };
}

async function saveMeanwhile(name: string): Promise<void> {
  const before = await readRows();
  const { withImage: refusals, others } = await saveTogether();
  const after = await readRows();
  const changed = people.filter((one) => isWithImage(one) && before.get(one.id) !== after.get(one.id));
  console.log(`\nThe store ${name}`);
  const refused = refusals.filter(isRefusal).length;
  report(
    'saves with an image answered 503',
    `${refused} of ${refusals.length}`,
    refused === refusals.length,
    'all',
  );
  const slowest = Math.max(...refusals.map(({ ms }) => ms));
  report('the slowest of them', `${Math.round(slowest)} ms`, slowest <= refusalGoalMs, `${refusalGoalMs} ms`);
  report('of their rows changed', changed.length, changed.length === 0, '0');
  const served = others.filter(({ status }) => status === 200).length;
  report('saves without one, and reads', `${served} of ${others.length}`, served === others.length, 'all');
  const p95 = percentile(
    others.map(({ ms }) => ms),
    0.95,
  );
  const times = p95 / normalMs;
  report(
    'their p95',
    `${Math.round(p95)} ms, ${times.toFixed(2)} × normal`,
    times < othersGoal,
    `under ${othersGoal} ×`,
  );
}

async function recover(): Promise<void> {
  if (isStopped) store = Object.assign(await startS3({ port }), { buckets: store.buckets });
  isStopped = false;
  store.mood = 'serve';
}

/** Every row of a user, as text. */
async function readRows(): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; row: string }>(
    `SELECT users.id, jsonb_build_object('user', users, 'files', jsonb_agg(files ORDER BY key))::text AS row
     FROM users LEFT JOIN files ON files.user_id = users.id
     GROUP BY users.id`,
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

/** Resolves with the answer to a save that waits for its transaction when `meanwhile` runs; undefined without one. */
async function saveAround(person: Person, meanwhile: () => Promise<void>): Promise<Timed | undefined> {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
    const there = new Set(objects().keys());
    const response = save(person, imageField()).catch(() => undefined);
    // Files of earlier saves may leave meanwhile.
    await until(() => [...objects().keys()].some((key) => !there.has(key)), patienceMs, 'The put');
    await meanwhile();
    await holder.query('ROLLBACK');
    return await response;
  } finally {
    holder.release();
  }
}

async function storeFailsBeforeCommit(): Promise<void> {
  const [person] = people as [Person];
  const response = await saveAround(person, async () => void (store.mood = 'cut'));
  const key = response?.body.user?.user_image ?? '';
  await recover();
  console.log('\nThe store fails after the put, before the commit');
  report('answer', response?.status ?? 'none', response?.status === 200, '200');
  report('its image is there', String(objects().has(key)), objects().has(key), 'true');
}

async function serverIsKilledBeforeCommit(): Promise<void> {
  const [person] = people as [Person];
  const before = await readRows();
  const response = await saveAround(person, server.kill);
  await server.start();
  const isSame = before.get(person.id) === (await readRows()).get(person.id);
  console.log('\nThe server is killed after the put, before the commit');
  report('answer', response?.status ?? 'none', response === undefined, 'none');
  report('row unchanged', String(isSame), isSame, 'true');
}

/** What leaves the store does so after the commit, whenever it can. */
async function removeWhileDown(): Promise<void> {
  store.mood = 'cut';
  const responses = await Promise.all(
    people.slice(0, 3).map((person) => save(person, { delete_image: 'true' })),
  );
  await recover();
  const saved = responses.filter(({ status }) => status === 200).length;
  console.log('\nImages removed while the store is down');
  report('saves', `${saved} of ${responses.length}`, saved === responses.length, 'all');
}

/** Brings the pending removals forward, then compares the store, the rows of files and the users. */
async function sweep(): Promise<void> {
  const left = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id, graphile_worker.reschedule_jobs(ARRAY[id], run_at => now())
       FROM graphile_worker.jobs WHERE task_identifier = 'remove_stored_file'`,
    );
    return rows.length;
  };
  const waiting = await left();
  const stored = objects().size;
  await until(async () => (await left()) === 0, patienceMs, 'The sweep');
  const { rows } = await pool.query<{ key: string; isShown: boolean }>(
    `SELECT key, user_image IS NOT NULL AS "isShown" FROM files LEFT JOIN users ON users.id = user_id AND user_image = key`,
  );
  const keys = new Set(rows.map(({ key }) => key));
  const orphans = [...objects().keys()].filter((key) => !keys.has(key)).length;
  const missing = [...keys].filter((key) => !objects().has(key)).length;
  const unused = rows.filter(({ isShown }) => !isShown).length;
  console.log(`\nAfter the sweep of ${waiting} removals, from ${stored} objects to ${objects().size}`);
  report('objects without a row', orphans, orphans === 0, '0');
  report('rows without an object', missing, missing === 0, '0');
  report('rows that no user shows', unused, unused === 0, '0');
}
