/**
 * The whole app, every hook and the log on, against the same work on bare Fastify.
 *
 *     npx tsx bench/http/throughput.ts
 */
import type autocannon from 'autocannon';
import { compareRates } from '../compare-rates.ts';
import { startMeasured } from '../measured-process.ts';
import { cachedPaths, loanBody, scenarioBody } from './bodies.ts';

const post = (body: object) =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) as const;

const measured = await startMeasured('bench/http/throughput-server.ts');
const { url, bareUrl } = measured;
const loanUrl = `${url}/api/v1/finance/calculate-principal/`;

interface Pair {
  name: string;
  goal: number;
  ours: autocannon.Options;
  peer: autocannon.Options;
}

const loans = [360, 600].map((months): Pair => {
  const request = post(loanBody(months));
  return {
    name: `loan of ${months} rows`,
    goal: 0.8,
    ours: { ...request, url: loanUrl },
    peer: { ...request, url: `${bareUrl}/loan` },
  };
});

const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const loan = post(loanBody(360));
const compressedLoan: Pair = {
  name: 'loan of 360 rows as browsers ask for it, of the same uncompressed',
  goal: 0.5,
  ours: { ...loan, url: loanUrl, headers: { ...loan.headers, ...asBrowsers } },
  peer: { ...loan, url: loanUrl },
};

const scenario: Pair = {
  name: 'scenario with all options, against our own engine without hooks and checks',
  goal: 0.6,
  ours: { ...post(scenarioBody), url: `${url}/api/v1/finance/scenario/` },
  peer: { ...post(scenarioBody), url: `${bareUrl}/scenario` },
};

const cached = cachedPaths.flatMap((path): Pair[] => [
  {
    name: `${path} as browsers ask for it`,
    goal: 0.7,
    ours: { url: url + path, headers: asBrowsers },
    peer: { url: `${bareUrl}/compressed${path}`, headers: asBrowsers },
  },
  { name: `${path} uncompressed`, goal: 0.7, ours: { url: url + path }, peer: { url: bareUrl + path } },
]);

const empty: Pair = {
  name: 'empty open route',
  goal: 0.35,
  ours: { url: `${url}/api/healthz` },
  peer: { url: `${bareUrl}/empty` },
};

try {
  for (const pair of [...loans, compressedLoan, scenario, ...cached, empty])
    await compareRates(measured, pair);
} finally {
  await measured.stop();
}
