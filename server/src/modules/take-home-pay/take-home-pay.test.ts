import { listTaxYears, type TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { casesOf, caseUrls, expectedPart, refusalsOf } from '#test/money-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const route = 'take-home-pay';
const send = (body: object) => request(test.app.server).post(caseUrls[route]!).send(body);

async function calculate(body: object): Promise<TakeHomePayResult> {
  const response = await send(body);
  expect([response.status, response.body.msg]).toEqual([200, 'Calculation successful!']);
  return response.body.data;
}

describe('calculateTakeHomePay', () => {
  it.each(casesOf(route))('$id: $why', async ({ request: body, expect: expected }) => {
    const result = await calculate(body);
    expect(expectedPart(expected, result)).toEqual(expected);
  });

  it('names a source with a URL for each line', async () => {
    const { lines, comparison } = await calculate({
      income: 50_000,
      income_year: '2020-21',
      study_loan: true,
      compare_year: '2025-26',
    });
    for (const { sources } of [...lines, ...comparison!.lines]) {
      expect(sources.length).toBeGreaterThan(0);
      for (const { name, url, seen } of sources) {
        expect([name, url, seen]).toEqual([
          expect.stringMatching(/\w/),
          expect.stringMatching(/^https?:\/\//),
          '2026-11-23',
        ]);
      }
    }
  });

  it.each(refusalsOf(route))('$id: refuses $names', async ({ request: body, names }) => {
    const response = await send(body);
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
    expect(Object.keys(response.body.details as object)).toEqual(names);
  });

  it.each([
    ['income', 'Must be at least 0.', { income: -1 }],
    ['income', 'Must be at most 1000000000.', { income: 1_000_000_000.01 }],
    ['income', 'Must have at most 2 decimals.', { income: 0.001 }],
    ['period', 'Must be yearly, monthly, fortnightly or weekly.', { period: 'daily' }],
    ['income_year', 'Must be an income year, such as 2025-26.', { income_year: '2025' }],
    ['income_year', expect.stringMatching(/^Must be 2018-19, .* or 2026-27\.$/), { income_year: '2031-32' }],
    ['salary_sacrifice', 'Must be at most 90000.', { salary_sacrifice: 90_001 }],
    ['study_loan', 'Must be true or false.', { study_loan: 1 }],
    [
      'study_loan',
      'There are no study loan figures for 2021-22.',
      { income_year: '2021-22', study_loan: true },
    ],
    ['compare_year', 'Must be another year.', { compare_year: '2026-27' }],
    ['compare_year', expect.stringMatching(/^Must be 2018-19/), { compare_year: '2017-18' }],
    [
      'compare_year',
      'There are no study loan figures for 2026-27.',
      { income_year: '2025-26', study_loan: true, compare_year: '2026-27' },
    ],
    ['super', 'Unknown field.', { super: 12 }],
  ])('refuses %s: %s', async (field, reason, body) => {
    const response = await send({ income: 90_000, ...body });
    expect([response.status, response.body.details]).toEqual([400, { [field]: [reason] }]);
  });

  it('accepts the largest pay, strings for numbers, and null for omitted fields', async () => {
    const { gross_income } = await calculate({ income: '1000000000.00', period: 'weekly' });
    expect(gross_income).toBe(52_000_000_000);
    const nullFields = {
      period: null,
      income_year: null,
      salary_sacrifice: null,
      study_loan: null,
      compare_year: null,
    };
    expect(await calculate({ income: '90000', ...nullFields })).toEqual(await calculate({ income: 90_000 }));
  });
});

describe('listTaxYears', () => {
  it('lists each year, oldest first, with whether it has study loans and provisional figures', async () => {
    const { body, headers } = await request(test.app.server).get(listTaxYears.url).expect(200);
    expect(body.data).toHaveLength(9);
    expect(body.data[0]).toEqual({ income_year: '2018-19', study_loan: true, provisional: false });
    expect(body.data[3]).toEqual({ income_year: '2021-22', study_loan: false, provisional: false });
    expect(body.data.slice(-2)).toEqual([
      { income_year: '2025-26', study_loan: true, provisional: true },
      { income_year: '2026-27', study_loan: false, provisional: true },
    ]);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    await request(test.app.server)
      .get(listTaxYears.url)
      .set('if-none-match', String(headers['etag']))
      .expect(304);
  });
});
