import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();

const loan = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};

const url = '/api/v1/finance/calculate-principal/';
const post = (body: unknown) =>
  request(test.app.server)
    .post(url)
    .send(body as object);
const postText = (body: string, type = 'application/json') =>
  request(test.app.server).post(url).set('content-type', type).send(body);

describe('calculatePrincipal', () => {
  it('returns the loan to the cent, with its message', async () => {
    const answer = await post(loan).expect(200);
    expect(answer.body.msg).toBe('Calculation successful!');
    expect(answer.body.data).toMatchObject({
      input_total_loan_amount: 500_000,
      total_interest_paid: 579_192.69,
      calculated_monthly_payment: 2_997.75,
      total_payments_made: 1_079_192.69,
      effective_monthly_rate_percent: 0.5,
      total_interest_percentage_of_principal: 115.84,
    });
    expect(answer.body.data.amortization_schedule).toHaveLength(360);
    expect(answer.body.data.amortization_schedule[0]).toEqual({
      period: 1,
      payment_amount: 2_997.75,
      principal_paid: 497.75,
      interest_paid: 2_500,
      remaining_balance: 499_502.25,
    });
  });

  it('is available with and without the trailing slash, without a redirect', async () => {
    await request(test.app.server).post(url.slice(0, -1)).send(loan).expect(200);
  });

  it('accepts decimal strings, as forms send them, with the same result', async () => {
    const [numbers, strings] = await Promise.all([
      post(loan),
      post({
        total_loan_amount: '500000.00',
        duration_months: '360',
        annual_interest_rate: '6.000',
        compounding_frequency: 'monthly',
      }),
    ]);
    expect(strings.status).toBe(200);
    expect(strings.body).toEqual(numbers.body);
  });

  it.each([
    ['the smallest loan', { total_loan_amount: 0.01, duration_months: 2 }],
    ['the largest loan', { total_loan_amount: 1_000_000_000_000, duration_months: 600 }],
    ['the highest rate', { annual_interest_rate: 30 }],
    ['the lowest rate', { annual_interest_rate: 0 }],
    ['six decimals of rate', { annual_interest_rate: 0.000_001 }],
    ['fractions without their zero', { total_loan_amount: '.5', annual_interest_rate: '.000001' }],
  ])('accepts %s', async (_name, change) => {
    const answer = await post({ ...loan, ...change }).expect(200);
    expect(answer.body.data.amortization_schedule.at(-1).remaining_balance).toBe(0);
  });

  const numberFields = ['total_loan_amount', 'duration_months', 'annual_interest_rate'] as const;
  const notNumbers: [string, unknown][] = [
    ['null', null],
    ['empty', ''],
    ['text', 'many'],
    ['an array', [1]],
    ['an object', {}],
    ['a boolean', true],
    ['exponent notation in a string', '1e2'],
    ['hexadecimal', '0x10'],
    ['a lone point', '.'],
    ['nothing behind the point', '12.'],
    ['blanks around it', ' 12 '],
    ['infinity', 'Infinity'],
    ['a NUL byte', '1\u00002'],
    ['a lone surrogate', '\ud800'],
    ['far too long', '1'.repeat(10_000)],
    ['negative', -1],
    ['negative text', '-1'],
    ['far too large', 1e300],
  ];
  const ofOneField: [string, string, unknown][] = [
    ['total_loan_amount', 'zero', 0],
    ['total_loan_amount', 'too small', 0.009],
    ['total_loan_amount', 'too large', 1_000_000_000_000.01],
    ['total_loan_amount', 'too many decimals', 100.001],
    ['total_loan_amount', 'too many decimals in a string', '100.001'],
    ['duration_months', 'too small', 1],
    ['duration_months', 'too large', 601],
    ['duration_months', 'a fraction', 12.5],
    ['annual_interest_rate', 'too large', 30.000_001],
    ['annual_interest_rate', 'too many decimals', 0.000_000_1],
    ['compounding_frequency', 'unknown', 'weekly'],
    ['compounding_frequency', 'in another case', 'Monthly'],
    ['compounding_frequency', 'null', null],
    ['compounding_frequency', 'an array', ['monthly']],
    ['unknown_field', 'an unknown field', 1],
  ];
  const refused = [
    ...numberFields.flatMap((field) =>
      notNumbers.map(([name, value]): [string, string, unknown] => [field, name, value]),
    ),
    ...ofOneField,
  ];
  it.each(refused)('refuses %s when it is %s, naming the field alone', async (field, _name, value) => {
    const answer = await post({ ...loan, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(Object.keys(answer.body.details)).toEqual([field]);
    expect(answer.body.details[field]).toEqual([expect.stringMatching(/\w/)]);
    expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
  });

  it('compounds monthly without a frequency', async () => {
    const { compounding_frequency: _, ...withoutFrequency } = loan;
    const answers = await Promise.all([post(withoutFrequency), post(loan)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body).toEqual(answers[1].body);
  });

  it('names every required field if the body is empty or missing', async () => {
    for (const answer of [await post({}), await postText('')]) {
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.details).toSorted()).toEqual(numberFields.toSorted());
    }
  });

  it('refuses 10 MB with 413 and other content types with 415, in the one error shape', async () => {
    const large = await post({ ...loan, padding: 'x'.repeat(10_000_000) });
    expect(large.status).toBe(413);
    expect(large.body).toEqual({
      msg: expect.any(String),
      code: 'payload_too_large',
      request_id: large.headers['x-request-id'],
    });
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await postText(JSON.stringify(loan), type);
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
  });
});
