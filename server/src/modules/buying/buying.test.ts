import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buyingRules } from 'contract/buying/buying-rules.ts';
import { calculateBuying } from 'contract/buying/buying.ts';
import { calculateStudyLoan } from 'contract/study-loan/study-loan.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { parseLaw } from '#domain/finance/law-files.ts';
import { indexationRules } from '#modules/study-loan/indexation.ts';
import { StartError } from '#platform/process/start-error.ts';
import { contentFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { casesOf, refusalsOf } from '#test/money-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const send = (url: string, body: object) => request(test.app.server).post(url).send(body);

describe.each([
  ['buying', calculateBuying.url],
  ['study-loan', calculateStudyLoan.url],
])('%s', (route, url) => {
  it.each(casesOf(route))('$id', async ({ request: body, wrongCells }) => {
    const { body: answer } = await send(url, body).expect(200);
    expect(answer.msg).toBe('Calculation successful!');
    expect(wrongCells(answer.data)).toEqual([]);
  });

  it.each(refusalsOf(route))('$id: refuses $names', async ({ request: body, names, ...refusal }) => {
    const response = await send(url, body);
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
    const details = response.body.details as Record<string, unknown>;
    expect(Object.keys(details).toSorted()).toEqual(names);
    expect(details).toMatchObject('messages' in refusal ? refusal.messages : {});
  });
});

it.each([
  [
    'income_year',
    /^Must be 2018-19, /,
    { incomes: [{ income: 1 }], income_year: '2031-32', living_costs: 0 },
  ],
  [
    'incomes.0.salary_sacrifice',
    /^Must be at most 1\.$/,
    { incomes: [{ income: 1, salary_sacrifice: 2 }], living_costs: 0 },
  ],
  [
    'incomes',
    /^Must be at most one for each buyer\.$/,
    { buyers: 2, incomes: [1, 2, 3].map((income) => ({ income })), living_costs: 0 },
  ],
  [
    'largest_share_percent',
    /^Must have at most 2 decimals\.$/,
    { repayment: 1, largest_share_percent: 80.001 },
  ],
])('buying refuses %s: %s', async (field, message, body) => {
  const { body: answer } = await send(calculateBuying.url, { annual_interest_rate: 6, ...body }).expect(400);
  expect(answer.details).toEqual({ [field]: [expect.stringMatching(message)] });
});

it.each([
  ['not_yet_indexed', 'Must be at most 1,000.', { not_yet_indexed: 1_001 }],
  ['first_year', 'There are no study loan figures for 2027-28.', { first_year: '2027-28' }],
  ['incomes', 'Must be a list of 1 to 50 amounts.', { incomes: [] }],
  ['alternative', 'Required.', { alternative_rate: 5 }],
  ['indexation', 'Must have at most 1 decimal.', { indexation: 2.85 }],
])('a study loan refuses %s: %s', async (field, message, body) => {
  const { body: answer } = await send(calculateStudyLoan.url, { balance: 1_000, incomes: [1], ...body });
  expect(answer.details).toEqual({ [field]: [message] });
});

it('each line of a purchase names at least two sources and the page of its office', async () => {
  const { body } = await send(calculateBuying.url, {
    place: 'nsw',
    price: 850_050,
    first_home: true,
    kind: 'new',
    contract_date: '2026-11-28',
  }).expect(200);
  const { duty, grant } = body.data.purchase;
  const lines = [...duty.lines, grant, ...body.data.schemes] as { sources: { url: string | null }[] }[];
  expect(lines).toHaveLength(5);
  for (const { sources } of lines) {
    expect(sources.length).toBeGreaterThan(1);
    expect(sources[0]).toMatchObject({ name: expect.any(String), seen: expect.stringMatching(/^2026-/) });
  }
  expect(duty.lines[1]).toMatchObject({
    section: 'Duties Act 1997 (NSW) s 78A(1)(a), (2)',
    page: expect.stringContaining('revenue.nsw.gov.au'),
  });
});

const file = (name: string) => JSON.parse(readFileSync(join(contentFolder, name), 'utf8'));

describe('the file of the law of buying', () => {
  it.each([
    ['one source', (rules) => (rules.places.sa.general.sources = ['sda', 'sda']), 'a rule needs two sources'],
    [
      'an unknown source',
      (rules) => rules.places.sa.grant.sources.push('nobody'),
      'there is no source nobody',
    ],
    ['falling bands', (rules) => rules.places.vic.general.bands.push([0, 0, 1]), 'the values do not rise'],
    ['a missing place', (rules) => delete rules.places.act, 'places'],
    ['a relief of another kind', (rules) => (rules.places.nsw.relief[0].by = 'gift'), 'places'],
    [
      'versions in descending order',
      (rules) => (rules.places.wa = [rules.places.wa, rules.places.wa]),
      'places',
    ],
  ] as [string, (rules: ReturnType<typeof file>) => unknown, string][])(
    'with %s stops the start with one line',
    (_what, change, fault) => {
      const rules = file('buying-rules.json');
      change(rules);
      const parse = () => parseLaw('buying-rules.json', rules, buyingRules);
      expect(parse).toThrow(StartError);
      expect(parse).toThrow(fault);
      expect(parse).not.toThrow(/\n/);
    },
  );

  it('may have a second version of the law of a place', () => {
    const rules = file('buying-rules.json');
    rules.places.wa = [rules.places.wa, { ...rules.places.wa, from: '2027-07-01' }];
    expect(parseLaw('buying-rules.json', rules, buyingRules).places.wa).toHaveLength(2);
  });
});

it.each([
  ['one source', (rules) => (rules.rates[0].sources = ['ato']), 'a rate needs two sources'],
  ['an unknown source', (rules) => rules.rates[0].sources.push('nobody'), 'there is no source nobody'],
  ['falling years', (rules) => rules.rates.push(rules.rates[0]), 'the years do not rise'],
] as [string, (rules: ReturnType<typeof file>) => unknown, string][])(
  'the file of indexation with %s stops the start with one line',
  (_what, change, fault) => {
    const rules = file('study-loan-indexation.json');
    change(rules);
    expect(() => parseLaw('study-loan-indexation.json', rules, indexationRules)).toThrow(fault);
  },
);
