/**
 * Compares the whole app, with every hook and the log, with the same work on bare Fastify.
 *
 *     npx tsx bench/http/throughput.ts
 */
import { readdirSync, statSync } from 'node:fs';
import { compareRates, type Comparison } from '../compare-rates.ts';
import { startMeasured } from '../measured-process.ts';
import { cachedPaths, loanBody, payBody, scenarioBody, switchBody } from './bodies.ts';

const post = (body: object) =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) as const;

const measured = await startMeasured('bench/http/throughput-server.ts');
const { url, bareUrl } = measured;
const loanUrl = `${url}/api/v1/finance/calculate-principal/`;

const loans = [3, 360, 600].map((months): Comparison => {
  const request = post(loanBody(months));
  return {
    name: `loan of ${months} rows`,
    goal: months < 12 ? 0.4 : 0.8,
    ours: { ...request, url: loanUrl },
    peer: { ...request, url: `${bareUrl}/loan` },
  };
});

const acceptedEncodings = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const loan = post(loanBody(360));
const compressedLoan: Comparison = {
  name: 'loan of 360 rows compressed for browsers, against the same uncompressed',
  goal: 0.5,
  ours: { ...loan, url: loanUrl, headers: { ...loan.headers, ...acceptedEncodings } },
  peer: { ...loan, url: loanUrl },
};

const scenario: Comparison = {
  name: 'scenario with all options, against the same engine without hooks and checks',
  goal: 0.6,
  ours: { ...post(scenarioBody), url: `${url}/api/v1/finance/scenario/` },
  peer: { ...post(scenarioBody), url: `${bareUrl}/scenario` },
};

const switching: Comparison = {
  name: 'switch of three offers of 360 rows, against the same engine without hooks and checks',
  goal: 0.7,
  mostMicros: 12_000,
  ours: { ...post(switchBody), url: `${url}/api/v1/finance/switch/` },
  peer: { ...post(switchBody), url: `${bareUrl}/switch` },
};

const pay: Comparison = {
  name: 'take-home pay with another year, against the same functions without hooks and checks',
  goal: 0.45,
  ours: { ...post(payBody), url: `${url}/api/v1/finance/take-home-pay/` },
  peer: { ...post(payBody), url: `${bareUrl}/take-home-pay` },
};

const toolCall = post({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'calculate_principal', arguments: loanBody(360) },
});
const tool: Comparison = {
  name: 'tool call of a loan without rows, against the loan of 360 rows over HTTP',
  mostMicrosMore: 1_000,
  ours: {
    ...toolCall,
    url: `${url}/api/mcp`,
    headers: { ...toolCall.headers, accept: 'application/json, text/event-stream' },
  },
  peer: { ...loan, url: loanUrl },
};

const cached = cachedPaths.flatMap((path): Comparison[] => [
  {
    name: `${path} compressed for browsers`,
    goal: 0.7,
    ours: { url: url + path, headers: acceptedEncodings },
    peer: { url: `${bareUrl}/compressed${path}`, headers: acceptedEncodings },
  },
  { name: `${path} uncompressed`, goal: 0.7, ours: { url: url + path }, peer: { url: bareUrl + path } },
]);

const pagePath = '/arsenal/guides/extra-repayments';
const page: Comparison = {
  name: `${pagePath} in memory, against a file of the client of about its size`,
  goal: 0.7,
  ours: { url: url + pagePath, headers: acceptedEncodings },
  peer: { url: url + fileOfSize(await sizeOf(url + pagePath)), headers: acceptedEncodings },
};

const empty: Comparison = {
  name: 'empty open route',
  goal: 0.35,
  ours: { url: `${url}/api/healthz` },
  peer: { url: `${bareUrl}/empty` },
};

try {
  for (const pair of [...loans, compressedLoan, scenario, switching, pay, tool, ...cached, page, empty])
    await compareRates(measured, pair);
} finally {
  await measured.stop();
}

async function sizeOf(pageUrl: string): Promise<number> {
  const response = await fetch(pageUrl);
  if (!(await response.text()).includes('page-state'))
    throw new Error('The server does not render the page.');
  return Number(response.headers.get('content-length'));
}

/** The URL of the file whose compressed form has the nearest size. */
function fileOfSize(bytes: number): string {
  const ending = '.js.br';
  const files = readdirSync('client/dist/assets').filter((name) => name.endsWith(ending));
  const distance = (name: string) => Math.abs(statSync(`client/dist/assets/${name}`).size - bytes);
  const [nearest = ''] = files.toSorted((a, b) => distance(a) - distance(b));
  return `/assets/${nearest.slice(0, -'.br'.length)}`;
}
