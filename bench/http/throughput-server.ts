/**
 * The process under load: the app, and a bare Fastify without checks. Its peers are a loan in integer cents, the app's own
 * functions for a scenario, a switch and take-home pay, the app's content of a guide and a dataset, uncompressed and (under
 * `/compressed`) with the app's compression, and an empty route.
 */
import { join } from 'node:path';
import { LoanResult } from 'contract/loans/loans.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { addReleaseVintages } from 'server/src/modules/datasets/release-files.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { readTaxRules } from 'server/src/modules/take-home-pay/tax-rules.ts';
import compression from 'server/src/plugins/compression.ts';
import { loadPageRenderer } from 'server/src/plugins/pages/page-files.ts';
import { datasetsFolder, rootFolder } from 'server/src/root-folders.ts';
import { z } from 'zod';
import { startBenchServer } from '../accounts/server.ts';
import { tellReady } from '../measured-process.ts';
import { cachedPaths, payBody, scenarioBody, switchBody } from './bodies.ts';

interface LoanBody {
  total_loan_amount: number;
  duration_months: number;
  annual_interest_rate: number;
}

const server = await startBenchServer(() => {}, {
  clientFolder: join(rootFolder, 'client/dist'),
  makeRenderer: () => loadPageRenderer(join(rootFolder, 'client/dist-pages')),
});
await addReleaseVintages(server.deps.database, datasetsFolder);
const app = Fastify();

const response = z.object({ msg: z.string(), data: LoanResult });
app.post<{ Body: LoanBody }>(
  '/loan',
  { schema: { response: { 200: z.toJSONSchema(response, { target: 'draft-7' }) } } },
  (request) => ({ msg: 'Calculation successful!', data: plainLoan(request.body) }),
);

const scenario = Scenario.parse(scenarioBody);
app.post('/scenario', (_request, reply) =>
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ msg: 'Calculation successful!', data: scenarioResult(scenario) })),
);

const switchRequest = SwitchBody.parse(switchBody);
app.post('/switch', (_request, reply) =>
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ msg: 'Calculation successful!', data: finish(switchResult(switchRequest)) })),
);

const years = readTaxRules('content/tax-rules.json');
const pay = TakeHomePayBody.parse(payBody);
app.post('/take-home-pay', (_request, reply) =>
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ msg: 'Calculation successful!', data: takeHomePayResult(years, pay) })),
);

const health = z.object({ status: z.string(), checks: z.object({}) });
app.get('/empty', { schema: { response: { 200: z.toJSONSchema(health, { target: 'draft-7' }) } } }, () => ({
  status: 'ok',
  checks: {},
}));

const cached = await Promise.all(
  cachedPaths.map(async (path) => ({
    path,
    content: Buffer.from(await (await fetch(server.url + path)).arrayBuffer()),
  })),
);
serveCached(app);
await app.register(
  async (compressed) => {
    await compressed.register(compression);
    serveCached(compressed);
  },
  { prefix: '/compressed' },
);

const bareUrl = await app.listen({ host: '127.0.0.1', port: 0 });
tellReady({ url: server.url, bareUrl, users: [] }, async () => {
  await app.close();
  await server.stop();
});

/** Sends the stored bytes with an ETag and a cache lifetime of a day, like the app. */
function serveCached(scope: FastifyInstance): void {
  const etag = 'W/"bench"';
  for (const { path, content } of cached) {
    scope.get(path, (request, reply) => {
      reply.header('cache-control', 'public, max-age=86400').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type('application/json; charset=utf-8').send(content);
    });
  }
}

/** A loan with level payments in integer cents, computed with doubles and without checks. */
function plainLoan(body: LoanBody): z.infer<typeof LoanResult> {
  const principal = Math.round(body.total_loan_amount * 100);
  const rate = body.annual_interest_rate / 1200;
  const growth = (1 + rate) ** body.duration_months;
  const payment = Math.round((principal * rate * growth) / (growth - 1));
  const rows = [];
  let balance = principal;
  let interestTotal = 0;
  for (let period = 1; period <= body.duration_months; period++) {
    const interest = Math.round(balance * rate);
    const paid = period === body.duration_months ? balance + interest : payment;
    balance -= paid - interest;
    interestTotal += interest;
    rows.push({
      period,
      payment_amount: paid / 100,
      principal_paid: (paid - interest) / 100,
      interest_paid: interest / 100,
      remaining_balance: balance / 100,
    });
  }
  return {
    input_total_loan_amount: body.total_loan_amount,
    total_interest_paid: interestTotal / 100,
    calculated_monthly_payment: payment / 100,
    total_payments_made: (principal + interestTotal) / 100,
    effective_monthly_rate_percent: rate * 100,
    total_interest_percentage_of_principal: (interestTotal / principal) * 100,
    amortization_schedule: rows,
  };
}
