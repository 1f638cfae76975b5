// Checks of containers and database for scripts/compose-probe.mjs. No dependencies.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, compose, containersOf, query, root, run, waitFor } from './compose-calls.mjs';

export async function areHardened() {
  for (const { Name, HostConfig } of JSON.parse(
    await run('docker', ['inspect', ...(await containersOf())]),
  )) {
    assert.deepEqual(HostConfig.CapDrop, ['ALL'], Name);
    assert.deepEqual(HostConfig.SecurityOpt, ['no-new-privileges:true'], Name);
    assert.equal(HostConfig.Init, true, Name);
    assert.equal(HostConfig.ReadonlyRootfs, true, Name);
    assert.ok(HostConfig.Memory > 0 && HostConfig.NanoCpus > 0 && HostConfig.PidsLimit > 0, Name);
  }
  assert.equal(await compose('exec', '-T', 'app', 'id', '--user', '--name'), 'node');
  assert.equal(await compose('exec', '-T', 'proxy', 'id', '--user', '--name'), 'haproxy');
  await assert.rejects(compose('exec', '-T', 'app', 'touch', '/app/x'), /Read-only file system/);
  await assert.rejects(compose('exec', '-T', 'proxy', 'touch', '/tmp/x'), /Read-only file system/);
  return areSecretsHidden();
}

/** `docker inspect` prints none of the files in the folder of secrets. */
async function areSecretsHidden() {
  const inspected = await run('docker', ['inspect', ...(await containersOf())]);
  const folder = join(root, 'secrets');
  const values = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').trim());
  // Shorter ones are names, such as that of the app's user in the store.
  const secrets = values.filter((value) => value.length > 20);
  assert.ok(secrets.length >= 5);
  for (const secret of secrets) assert.ok(!inspected.includes(secret));
  return `${secrets.length} secrets`;
}

/** A build of the probe has `added` migrations more than the sources. */
export async function isDatabaseOwned(added = 0) {
  const facts = await query(`SELECT pg_get_userbyid(datdba), rolsuper, rolcreatedb, rolcreaterole
    FROM pg_database JOIN pg_roles ON rolname = 'declassified' WHERE datname = 'declassified'`);
  // It creates a database to check its backups.
  assert.equal(facts, 'declassified|f|t|f');
  const folders = readdirSync(join(root, 'prisma/migrations'), { withFileTypes: true });
  const expected = folders.filter((entry) => entry.isDirectory()).length + added;
  const applied =
    'SELECT count(*), count(DISTINCT migration_name), count(finished_at) FROM _prisma_migrations';
  assert.equal(await query(applied), `${expected}|${expected}|${expected}`);
  return `${expected} migrations`;
}

/** The proxy responds for an app that is not running. Leaves the app stopped. */
export async function respondsWithoutApp(url) {
  await compose('stop', 'app');
  // HAProxy may close an idle connection without a response. The client then repeats the request on a new one.
  const ask = () => fetch(`${url}/api/healthz`).catch(() => undefined);
  const response = await waitFor('the response of the proxy', 30, ask);
  assert.equal(response.status, 503);
  assert.ok(response.headers.get('retry-after'));
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  const { request_id: id, ...rest } = await response.json();
  assert.equal(rest.code, 'unavailable');
  assert.match(id, /^[\da-f-]{36}$/);
  assert.equal(response.headers.get('x-request-id'), id);
}

/** Expects an event at once, another within 2 s of a notice, and a comment after 20 s without an event. */
export async function staysOpen(baseUrl, token, staffToken) {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const url = `${baseUrl}/api/core/notifications/stream/`;
  const response = await fetch(url, { headers, signal: leaving.signal });
  assert.equal(response.status, 200);
  let received = '';
  const read = async () => {
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) received += text;
  };
  const ended = read().catch(() => {});
  const hints = () => [...received.matchAll(/"unread":(\d+)/g)].map(([, unread]) => Number(unread));
  await waitFor('the first hint', 2, () => hints().length === 1);
  const body = { title: 'To all', text: 'A notice', level: 'info', audience: 'all' };
  const written = await call('POST', `${baseUrl}/api/core/notices/`, { body, token: staffToken });
  assert.equal(written.status, 201);
  await waitFor('the hint of the notice', 2, () => hints().at(-1) === hints()[0] + 1);
  await waitFor('a comment', 25, () => received.includes(':\n\n'));
  leaving.abort();
  await ended;
  return `${received.length} bytes`;
}
