// Proves that the Compose deployment works, with a project that is up with COMPOSE_PROFILES=dev. It restarts
// everything, runs several processes, upgrades, DELETES ALL DATA and restores it. Use it only for a temporary project.
//
//     node scripts/compose-probe.mjs [URL of Mailpit's API, by default http://127.0.0.1:8025]
//
// Prints one line per step, and exits with 1 at the first step that fails. Needs only Node and Docker.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callProcess,
  backUpTo,
  call,
  compose,
  containersOf,
  findProject,
  publishedAt,
  query,
  readMail,
  restoreFrom,
  root,
  run,
  waitFor,
} from './compose-calls.mjs';
import { areHardened, respondsWithoutApp, isDatabaseOwned, staysOpen } from './compose-checks.mjs';
import {
  addedMigrations,
  repeatRequests,
  repeatPageLoads,
  repeatImageUploads,
  makeFailingProcess,
  makeOtherBuild,
} from './compose-traffic.mjs';

const processes = 3;
/** The URL of a process inside its container. */
const processUrl = 'http://127.0.0.1:3000';
const up = ['up', '--detach', '--wait', '--wait-timeout', '180'];
const [inboxArgument] = process.argv.slice(2);
const picture = readFileSync(join(root, 'docs/screenshots/loan-calculator-phone.png'));
const folder = mkdtempSync(join(tmpdir(), 'compose-probe-'));
const backup = join(folder, 'probe.backup');
const name = `probe${randomBytes(4).toString('hex')}`;
const person = { username: name, email: `${name}@example.org`, password: randomBytes(12).toString('hex') };

let baseUrl = '';
const known = { userId: '', access: '', refresh: '', imageKey: '', image: Buffer.alloc(0), staff: {} };

const steps = {
  'one process responds behind the proxy': isReachable,
  'each container has dropped the capabilities that it does not need, and shows no secret': areHardened,
  'the app owns its database, is not a superuser, and has applied each migration once': () =>
    isDatabaseOwned(),
  'neither processes nor metrics, database and SMTP are published': isRestHidden,
  'a visitor registers': register,
  'the link in the email verifies the email address': followMail,
  'the visitor signs in, and a forged X-Forwarded-For is ignored': signIn,
  'the visitor uploads a PNG and reads it at its signed URL': uploadImage,
  'the store refuses the image without a valid signature': isImagePrivate,
  'an operator creates an account in the container': makeOperator,
  'the doctor reports no failure': runDoctor,
  'a backup is made while the app serves and images are replaced': backUp,
  'after a restart of everything, user, session and image still exist': restartAll,
  [`with ${processes} processes behind the proxy, user, session and image still exist`]: scale,
  'each process accepts the session and signs the URL of the image': everyProcessKnows,
  'a stream through the proxy announces a notice at once, and stays open': streamNotice,
  'a sign-out at one process ends the session at all': signOut,
  'an upgrade whose process never becomes healthy changes nothing': failToUpgrade,
  'an upgrade to another build with a migration of users and sessions replaces each process without a failed request':
    upgrade,
  'without a process the proxy responds in the one error shape': () => respondsWithoutApp(baseUrl),
  'all data is deleted': destroy,
  'after the restore of the backup, user, session and image exist': restore,
};

try {
  process.env.COMPOSE_PROJECT_NAME ??= await findProject();
  for (const [title, step] of Object.entries(steps)) {
    const startedAt = performance.now();
    const note = await step().catch((error) => {
      throw new Error(`FAILED  ${title}`, { cause: error });
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`ok      ${title} (${seconds} s)${note ? `: ${note}` : ''}`);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
// Background traffic of a failed step would keep the process alive.
process.exit();

async function isReachable() {
  baseUrl = await publishedAt('proxy', 8080);
  const { body } = await call('GET', `${baseUrl}/api/readyz`);
  assert.equal(body.status, 'ok');
  assert.equal((await call('GET', baseUrl)).status, 200);
  return baseUrl;
}

async function isRestHidden() {
  const lines = (await compose('ps', '--format', 'json')).split('\n');
  const published = lines.flatMap((line) => {
    const { Service, Publishers } = JSON.parse(line);
    const open = (Publishers ?? []).filter(({ PublishedPort }) => PublishedPort > 0);
    return open.map(({ URL: url, TargetPort }) => `${Service}:${TargetPort} at ${url}`);
  });
  const expected = ['mail:8025 at 127.0.0.1', 'proxy:8080 at 127.0.0.1', 'store:7070 at 127.0.0.1'];
  assert.deepEqual(new Set(published), new Set(expected));
  const port = await compose('exec', '-T', 'app', 'printenv', 'METRICS_PORT');
  const metrics = await callProcess(1, `http://app:${port}/metrics`);
  assert.match(metrics.text, /^# HELP /);
}

async function register() {
  const body = { ...person, confirm_password: person.password };
  const response = await succeed(201, 'POST', '/api/user/register/', { body });
  known.userId = response.user.id;
}

async function followMail() {
  const inbox = inboxArgument ?? (await publishedAt('mail', 8025));
  const text = await waitFor('the mail', 30, () => readMail(inbox, person.email));
  const [, path] = /\/(verify-email\/[\w-]+\/[\w-]+)/.exec(text);
  await succeed(200, 'GET', `/api/user/${path}/`);
}

async function signIn() {
  const forged = '203.0.113.77';
  const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
  const { access, refresh } = await openSession(person.username, headers);
  Object.assign(known, { access, refresh });
  const address = await query(`SELECT ip_address FROM sessions WHERE user_id = '${known.userId}'`);
  const proxyAddress = await compose('exec', '-T', 'app', 'printenv', 'TRUST_PROXY');
  assert.ok(address !== forged && address !== proxyAddress, address);
  return `seen as ${address}`;
}

async function uploadImage() {
  const form = new FormData();
  form.set('user_image', new Blob([picture], { type: 'image/png' }), 'me.png');
  const { access: token, userId } = known;
  const { user } = await succeed(200, 'PUT', `/api/user/user/update/${userId}/`, { form, token });
  known.imageKey = user.user_image;
  known.image = await readImage(await signedUrl());
  return `${known.image.length} bytes of WebP`;
}

async function isImagePrivate() {
  const url = new URL(await signedUrl());
  const bare = await fetch(`${url.origin}${url.pathname}`);
  url.searchParams.set('X-Amz-Signature', '0'.repeat(64));
  const forged = await fetch(url);
  for (const { status } of [bare, forged]) assert.ok([400, 401, 403].includes(status), String(status));
}

async function makeOperator() {
  const username = `${name}-staff`;
  const command = ['node', 'server/dist/user-command.js', 'create', '--staff', '--verified'];
  const options = ['--username', username, '--email', `${username}@example.org`];
  const args = ['compose', 'exec', '-T', 'app', ...command, ...options];
  await run('docker', args, { input: `${person.password}\n` });
  const { user, access } = await openSession(username);
  assert.equal(user.is_staff, true);
  known.staff = { id: user.id, access };
}

async function runDoctor() {
  const report = await compose('exec', '-T', 'app', 'node', 'server/dist/doctor-command.js');
  assert.doesNotMatch(report, /^FAILED/m);
  assert.match(report, /^ok +migrations/m);
  const warnings = report.split('\n').filter((line) => !line.startsWith('ok'));
  return warnings.join('; ') || 'no warning';
}

async function backUp() {
  const { id, access } = known.staff;
  const traffic = repeatRequests(baseUrl, known.staff);
  const images = repeatImageUploads(`${baseUrl}/api/user/user/update/${id}/`, access, picture);
  await backUpTo(backup);
  return `${statSync(backup).size} bytes; ${await images.end()}; ${await traffic.end()}`;
}

async function restartAll() {
  await compose('restart');
  await start();
  await findEverything();
}

async function scale() {
  await compose('--profile', 'dev', '--profile', 'scale', ...up, '--scale', `app=${processes}`);
  assert.equal((await containersOf('app')).length, processes);
  await findEverything();
}

async function everyProcessKnows() {
  const { access, userId, imageKey } = known;
  for (let index = 1; index <= processes; index += 1) {
    const user = await callProcess(index, `${processUrl}/api/user/user/${userId}/`, access);
    assert.equal(JSON.parse(user.text).username, person.username);
    const signed = await callProcess(index, `${processUrl}/api/core/get-signed-url/${imageKey}`, access);
    assert.ok(known.image.equals(await readImage(JSON.parse(signed.text).url)));
  }
}

async function streamNotice() {
  return staysOpen(baseUrl, known.access, (await openSession(`${name}-staff`)).access);
}

async function signOut() {
  const { access, refresh, userId } = known;
  await succeed(204, 'POST', '/api/user/logout/', { body: { refresh_token: refresh } });
  for (let index = 1; index <= processes; index += 1) {
    const { status } = await callProcess(index, `${processUrl}/api/user/user/${userId}/`, access);
    assert.equal(status, 401);
  }
}

async function failToUpgrade() {
  const former = await containersOf('app');
  const variables = makeFailingProcess(folder);
  await assert.rejects(run('deploy/upgrade.sh', [], { variables }), /unhealthy/);
  assert.deepEqual(new Set(await containersOf('--all', 'app')), new Set(former));
}

async function upgrade() {
  const former = await containersOf('app');
  const variables = makeOtherBuild(folder);
  const visitors = repeatPageLoads(baseUrl);
  const traffic = repeatRequests(baseUrl, known.staff);
  await run('deploy/upgrade.sh', [], { variables });
  const { builds, note } = await visitors.end();
  assert.equal(builds, 2);
  const current = await containersOf('--all', 'app');
  assert.equal(current.length, processes);
  assert.ok(!current.some((id) => former.includes(id)));
  await isDatabaseOwned(addedMigrations);
  return `${note}; ${await traffic.end()}`;
}

async function destroy() {
  await compose('--profile', 'dev', 'down', '--volumes');
  assert.deepEqual(await containersOf('--all'), []);
  await assert.rejects(run('deploy/upgrade.sh'), /No healthy process/);
}

/** The backup was made before the sign-out. */
async function restore() {
  await compose('up', '--detach', '--wait', 'db', 'store');
  const restored = await restoreFrom(backup);
  await start();
  await findEverything();
  await isDatabaseOwned(addedMigrations);
  return restored;
}

async function start() {
  await compose('--profile', 'dev', ...up);
}

async function findEverything() {
  baseUrl = await publishedAt('proxy', 8080);
  const { refresh, userId } = known;
  const { access: token } = await succeed(200, 'POST', '/api/auth/token/refresh/', { body: { refresh } });
  known.access = token;
  const user = await succeed(200, 'GET', `/api/user/user/${userId}/`, { token });
  assert.equal(user.username, person.username);
  assert.equal(user.user_image, known.imageKey);
  const url = await signedUrl();
  // A store of several servers is healthy before the last one is up.
  await waitFor('the image', 30, async () => (await fetch(url)).ok);
  assert.ok(known.image.equals(await readImage(url)));
}

async function openSession(username, headers) {
  const body = { username_or_email: username, password: person.password };
  return succeed(200, 'POST', '/api/user/login/', { body, headers });
}

async function signedUrl() {
  const { access: token, imageKey } = known;
  return (await succeed(200, 'GET', `/api/core/get-signed-url/${imageKey}`, { token })).url;
}

async function readImage(url) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/webp');
  return Buffer.from(await response.arrayBuffer());
}

async function succeed(expected, method, path, options) {
  const { status, body } = await call(method, `${baseUrl}${path}`, options);
  assert.equal(status, expected, JSON.stringify(body));
  return body;
}
