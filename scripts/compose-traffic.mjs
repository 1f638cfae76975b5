// Traffic and builds for scripts/compose-probe.mjs. No dependencies.
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { call, root } from './compose-calls.mjs';

const ownFolders = /(^|[/\\])(node_modules|dist|test-results|\.git|\.data|\.env|secrets)$/;
const isSource = (path) => !ownFolders.test(relative(root, path));

/** Locks first the table that a signed-in request reads last, and holds it for as long as an index would. */
const migration = `
ALTER TABLE "users" SET (fillfactor = 90);
SELECT pg_sleep(2);
ALTER TABLE "sessions" SET (fillfactor = 100);
`;
export const addedMigrations = 1;

/**
 * Copies the sources, changes the client's files and adds a migration. Returns the variables with which Compose builds
 * from the copy.
 */
export function makeOtherBuild(folder) {
  const context = join(folder, 'other-build');
  cpSync(root, context, { recursive: true, filter: isSource });
  appendFileSync(
    join(context, 'client/src/main.ts'),
    "\ndocument.documentElement.dataset['build'] = 'other';\n",
  );
  appendFileSync(join(context, 'client/src/styles/tokens.css'), '\n:root { --build: other; }\n');
  const migrationFolder = join(context, 'prisma/migrations/20991231000000_probe');
  mkdirSync(migrationFolder);
  writeFileSync(join(migrationFolder, 'migration.sql'), migration);
  return withSettings(folder, 'other', { build: { context } });
}

/** Variables with which Compose starts processes that never become healthy. */
export function makeFailingProcess(folder) {
  const healthcheck = { test: ['CMD', 'false'], interval: '1s', retries: 1, start_period: '0s' };
  return withSettings(folder, 'failing', { healthcheck });
}

function withSettings(folder, title, app) {
  const file = join(folder, `${title}.json`);
  writeFileSync(file, JSON.stringify({ services: { app } }));
  const usual = ['docker-compose.yml', 'docker-compose.override.yml'].filter((one) =>
    existsSync(join(root, one)),
  );
  return { COMPOSE_FILE: [...usual, file].join(delimiter) };
}

/** The proxy allows 100 connections from one IP address, and all this traffic comes from one. */
const maxInFlight = 50;

/**
 * Requests the page, a loan and the user's record in turn, 50 times a second, and waits if too many are in flight. `end`
 * rejects if any request failed.
 */
export function repeatRequests(baseUrl, { id, access: token }) {
  const loan = {
    total_loan_amount: 500_000,
    duration_months: 360,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly',
  };
  const requests = [
    () => call('GET', baseUrl),
    () => call('POST', `${baseUrl}/api/v1/finance/calculate-principal/`, { body: loan }),
    () => call('GET', `${baseUrl}/api/user/user/${id}/`, { token }),
  ];
  const responses = [];
  let inFlight = 0;
  const timer = setInterval(() => {
    if (inFlight >= maxInFlight) return;
    inFlight += 1;
    const request = requests[responses.length % requests.length];
    responses.push(outcomeOf(request()).finally(() => (inFlight -= 1)));
  }, 20);
  const end = async () => {
    clearInterval(timer);
    return summarize('for pages, loans and a record', await Promise.all(responses));
  };
  return { end };
}

/**
 * Opens the page with all its files repeatedly. `end` rejects if any was missing, and resolves
 * to the number of builds seen.
 */
export function repeatPageLoads(baseUrl) {
  const visitors = 4;
  const statuses = [];
  const builds = new Set();
  const open = async () => {
    const page = await call('GET', baseUrl).catch((error) => ({ status: error.message, body: '' }));
    // The proxy's own responses are JSON.
    const names = (page.status === 200 && page.body.match(/\/assets\/[\w.-]+/g)) || [];
    const files = await Promise.all(
      names.map((path) => call('GET', `${baseUrl}${path}`).catch((error) => ({ status: error.message }))),
    );
    statuses.push(...[page, ...files].map(({ status }) => status));
    if (names.length > 0) builds.add(names.join());
  };
  const ends = Array.from({ length: visitors }, () => repeat(open));
  const end = async () => {
    await Promise.all(ends.map((stop) => stop()));
    return { builds: builds.size, note: summarize('for pages and their files', statuses) };
  };
  return { end };
}

/** Replaces the image of a profile repeatedly. `end` rejects if any request failed. */
export function repeatImageUploads(url, token, image) {
  const statuses = [];
  const stop = repeat(async () => {
    const form = new FormData();
    form.set('user_image', new Blob([image], { type: 'image/png' }), 'me.png');
    statuses.push(await outcomeOf(call('PUT', url, { form, token })));
  });
  const end = async () => {
    await stop();
    return summarize('to replace an image', statuses);
  };
  return { end };
}

const outcomeOf = (response) =>
  response.then(
    ({ status }) => status,
    (error) => error.cause?.code ?? error.message,
  );

/** Returns a function that stops the repetition and resolves when the last run has ended. */
function repeat(work) {
  const over = new AbortController();
  const working = (async () => {
    while (!over.signal.aborted) await work();
  })();
  return async () => {
    over.abort();
    await working;
  };
}

function summarize(purpose, outcomes) {
  const failed = outcomes.filter((outcome) => outcome !== 200);
  const all = `${outcomes.length} requests ${purpose}`;
  if (failed.length > 0) throw new Error(`${failed.length} of ${all} failed: ${failed.join()}`);
  return `${all}, 0 failed`;
}
