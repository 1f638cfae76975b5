import { listTaxYears, type TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { casesOf, caseUrls, refusalsOf } from '#test/money-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const route = 'take-home-pay';
const send = (body: object) => request(test.app.server).post(caseUrls[route]!).send(body);

async function calculate(body: object): Promise<TakeHomePayResult> {
  const response = await send(body);
  expect([response.status, response.body.msg]).toEqual([200, 'Calculation successful!']);
  return response.body.data;
}

describe('calculateTakeHomePay', () => {
  it.each(casesOf(route))('$id', async ({ request: body, wrongCells }) => {
    const result = await calculate(body);
    expect(wrongCells(result)).toEqual([]);
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
          expect.stringMatching(/^2026-11-2[37]$/),
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
    ['income', 'Must be at most 1,000,000,000.', { income: 1_000_000_000.01 }],
    ['income', 'Must have at most 2 decimals.', { income: 0.001 }],
    ['period', 'Must be yearly, monthly, fortnightly or weekly.', { period: 'daily' }],
    ['income_year', 'Must be an income year, such as 2025-26.', { income_year: '2025' }],
    ['income_year', expect.stringMatching(/^Must be 2018-19, .* or 2027-28\.$/), { income_year: '2031-32' }],
    ['salary_sacrifice', 'Must be at most 90,000.', { salary_sacrifice: 90_001 }],
    ['study_loan', 'Must be true or false.', { study_loan: 1 }],
    ['compare_year', 'Must be another year.', { compare_year: '2026-27' }],
    ['compare_year', expect.stringMatching(/^Must be 2018-19/), { compare_year: '2017-18' }],
    ['standard_deduction', 'Must be true or false.', { standard_deduction: 'yes' }],
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
      standard_deduction: null,
      compare_year: null,
    };
    expect(await calculate({ income: '90000', ...nullFields })).toEqual(await calculate({ income: 90_000 }));
  });
});

const lineOf = ({ lines }: TakeHomePayResult, key: string) => lines.find((line) => line.key === key);

describe('the figures of the law', () => {
  it.each([
    ['2025-26', 28_011, 0],
    ['2025-26', 29_000, 98.9],
    ['2025-26', 35_013, 700.2],
    ['2025-26', 35_014, 700.28],
  ])('the Medicare levy of %s at $%s is $%s, and final', async (income_year, income, amount) => {
    const levy = lineOf(await calculate({ income, income_year }), 'medicare_levy');
    expect(levy).toMatchObject({ amount, provisional: false });
    expect(levy).not.toHaveProperty('note');
  });

  it('the Medicare levy of 2026-27 has the threshold of 2025-26, and says that it is provisional', async () => {
    const result = await calculate({ income: 29_000, income_year: '2026-27', standard_deduction: false });
    expect(lineOf(result, 'medicare_levy')).toMatchObject({
      amount: 98.9,
      provisional: true,
      note: expect.stringContaining('not legislated yet'),
    });
  });

  it.each([
    ['2026-27', 69_528, 0],
    ['2026-27', 90_000, 3_070.8],
    ['2026-27', 186_050, 18_604.61],
    ['2026-27', 186_051, 18_605.1],
    ['2021-22', 47_013, 0],
    ['2021-22', 47_014, 470.14],
    ['2021-22', 137_898, 13_789.8],
  ])(
    'the study loan repayment of %s at a repayment income of $%s is $%s',
    async (income_year, income, amount) => {
      const result = await calculate({ income, income_year, study_loan: true, standard_deduction: false });
      expect(result.repayment_income).toBe(income);
      expect(lineOf(result, 'study_loan')).toMatchObject({ amount });
    },
  );

  it('the standard deduction of 2026-27 lowers taxable and repayment income by at most the income from work', async () => {
    const pay = { income: 90_000, income_year: '2026-27', study_loan: true };
    const result = await calculate(pay);
    expect([result.taxable_income, result.repayment_income]).toEqual([89_000, 89_000]);
    expect(result.total_tax - lineOf(result, 'study_loan')!.amount).toBe(19_000);
    expect(result.standard_deduction).toEqual({
      amount: 1_000,
      provisional: true,
      note: expect.stringContaining('26 June 2026'),
      sources: [expect.objectContaining({ name: expect.stringMatching(/Act 49 of 2026/) })],
    });
    const sacrificed = await calculate({
      income: 90_000,
      salary_sacrifice: 89_400.5,
      income_year: '2026-27',
    });
    expect(sacrificed).toMatchObject({ taxable_income: 0, standard_deduction: { amount: 599.5 } });
  });

  it('a request without the standard deduction, and a year without one, have no such line', async () => {
    const pay = { income: 90_000, income_year: '2026-27' };
    const without = await calculate({ ...pay, standard_deduction: false, compare_year: '2025-26' });
    expect(without).toMatchObject({ taxable_income: 90_000, total_tax: 19_320 });
    expect(without).not.toHaveProperty('standard_deduction');
    expect(without.comparison).not.toHaveProperty('standard_deduction');
    expect((await calculate({ ...pay, compare_year: '2025-26' })).comparison).toMatchObject({
      taxable_income: 90_000,
    });
  });
});

describe('listTaxYears', () => {
  it('lists each year, oldest first, with its kinds of figures and the tiers of the surcharge', async () => {
    const { body, headers } = await request(test.app.server).get(listTaxYears.url).expect(200);
    expect(body.data).toHaveLength(10);
    const years = body.data.map(({ surcharge: _surcharge, ...year }: { surcharge: object }) => year);
    expect(years[3]).toEqual({
      income_year: '2021-22',
      study_loan: true,
      standard_deduction: false,
      provisional: false,
    });
    expect(years.slice(-3)).toEqual([
      { income_year: '2025-26', study_loan: true, standard_deduction: false, provisional: false },
      { income_year: '2026-27', study_loan: true, standard_deduction: true, provisional: true },
      { income_year: '2027-28', study_loan: false, standard_deduction: true, provisional: true },
    ]);
    expect(body.data.at(-1).surcharge).toBeNull();
    expect(body.data.at(-2).surcharge).toEqual({
      singles: [
        { from: 105_001, percent: 1 },
        { from: 123_001, percent: 1.25 },
        { from: 164_001, percent: 1.5 },
      ],
      families: [
        { from: 210_001, percent: 1 },
        { from: 246_001, percent: 1.25 },
        { from: 328_001, percent: 1.5 },
      ],
    });
    expect(headers['cache-control']).toBe('public, max-age=86400');
    await request(test.app.server)
      .get(listTaxYears.url)
      .set('if-none-match', String(headers['etag']))
      .expect(304);
  });
});
