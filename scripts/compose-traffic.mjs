// Traffic and builds for scripts/compose-probe.mjs. No dependencies.
import { appendFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { call, root } from './compose-calls.mjs';

const ownFolders = /(^|[/\\])(node_modules|dist|test-results|\.git|\.data|\.env)$/;
const isSource = (path) => !ownFolders.test(relative(root, path));

/** Copies the sources and changes the client's files. Returns the variables with which Compose builds from the copy. */
export function makeOtherBuild(folder) {
  const context = join(folder, 'other-build');
  cpSync(root, context, { recursive: true, filter: isSource });
  appendFileSync(
    join(context, 'client/src/main.ts'),
    "\ndocument.documentElement.dataset['build'] = 'other';\n",
  );
  appendFileSync(join(context, 'client/src/styles/tokens.css'), '\n:root { --build: other; }\n');
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
 * Requests the page and a loan in turn, 50 times a second, and waits if too many are in flight. `end` rejects if any
 * request failed.
 */
export function repeatRequests(baseUrl) {
  const loan = {
    total_loan_amount: 500_000,
    duration_months: 360,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly',
  };
  const responses = [];
  let inFlight = 0;
  const timer = setInterval(() => {
    if (inFlight >= maxInFlight) return;
    inFlight += 1;
    const isLoan = responses.length % 2 === 1;
    const response = isLoan
      ? call('POST', `${baseUrl}/api/v1/finance/calculate-principal/`, { body: loan })
      : call('GET', baseUrl);
    responses.push(outcomeOf(response).finally(() => (inFlight -= 1)));
  }, 20);
  const end = async () => {
    clearInterval(timer);
    return summarize('for pages and loans', await Promise.all(responses));
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
