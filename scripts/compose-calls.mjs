// Docker, HTTP and mail for scripts/compose-probe.mjs. No dependencies.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Resolves to the trimmed output; rejects with the output of a program that failed. */
export async function run(program, args = [], { input = '', variables = {} } = {}) {
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...variables } });
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${errors}${output}`);
  return output.trim();
}

export const compose = (...args) => run('docker', ['compose', ...args]);

export const containersOf = async (...services) =>
  (await compose('ps', '--quiet', ...services)).split('\n').filter(Boolean);

export async function findProject() {
  const projects = JSON.parse(await run('docker', ['compose', 'ls', '--format', 'json']));
  const own = projects.find(({ ConfigFiles }) =>
    ConfigFiles.split(',').includes(`${root}docker-compose.yml`),
  );
  if (!own) throw new Error('The project is not up: COMPOSE_PROFILES=dev docker compose up --detach --wait');
  return own.Name;
}

export const publishedAt = async (service, port) => `http://${await compose('port', service, String(port))}`;

/** Columns are separated by |. */
export const query = (statement) =>
  compose('exec', '-T', 'db', 'psql', '--username=postgres', '-tAc', statement, 'declassified');

/** The shell writes the file, because a backup is not text. */
export const backUpTo = (file) =>
  run('sh', ['-c', 'docker compose exec -T app node server/dist/backup-command.js - >"$1"', 'sh', file]);

/** Runs as the owner of the file. Resolves to the last line of the command. */
export function restoreFrom(file) {
  const user = String(process.getuid());
  const container = ['run', '--rm', '--no-deps', '-T', '--user', user, '--volume', `${file}:/backup:ro`];
  return compose(...container, 'app', 'node', 'server/dist/restore-command.js', '/backup');
}

/** Calls one process directly, from inside its container. */
export async function callProcess(index, url, token = '') {
  const script = `fetch('${url}', { headers: process.env.TOKEN ? { authorization: 'Bearer ' + process.env.TOKEN } : {} })
    .then(async (response) => console.log(JSON.stringify({ status: response.status, text: await response.text() })))`;
  const place = ['exec', '-T', '--index', String(index), '--env', `TOKEN=${token}`, 'app'];
  return JSON.parse(await compose(...place, 'node', '--eval', script));
}

export async function call(method, url, { body, form, headers, token } = {}) {
  const init = { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } };
  if (form) init.body = form;
  if (body) Object.assign(init, { body: JSON.stringify(body) }).headers['content-type'] = 'application/json';
  const response = await fetch(url, init);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? await response.json() : await response.text() };
}

/** Polls until `find` returns a truthy value. */
export async function waitFor(what, seconds, find) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const found = await find();
    if (found) return found;
    await delay(200);
  }
  throw new Error(`Waited ${seconds} s for ${what}.`);
}

export async function readMail(inbox, address) {
  const { messages } = await (await fetch(`${inbox}/api/v1/messages`)).json();
  const found = messages.find(({ To }) => To.some(({ Address }) => Address === address));
  return found && (await (await fetch(`${inbox}/api/v1/message/${found.ID}`)).json()).Text;
}
