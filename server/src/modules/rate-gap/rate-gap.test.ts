import { compareRate } from 'contract/rate-gap/rate-gap.ts';
import { switchLoan } from 'contract/scenarios/switching.ts';
import { describe, expect, it } from 'vitest';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const loan = {
  total_loan_amount: 600_000,
  duration_months: 360,
  annual_interest_rate: 6.85,
  compounding_frequency: 'monthly',
};
const variable = { purpose: 'owner_occupier', rate_type: 'variable' };

const compared = async (body: object) =>
  (await callApi(test, compareRate, { body: { ...loan, ...variable, ...body } }).expect(200)).body.data;

const cents = (amount: number) => Math.round(amount * 100);

/** The payment and the interest of the first year and to the end: of staying, less those of an offer. */
async function differencesOfSwitch(current: object, rate: number) {
  const body = { current, offers: [{ annual_interest_rate: rate }] };
  const { stay, offers } = (await callApi(test, switchLoan, { body }).expect(200)).body.data;
  const { least } = offers[0];
  const firstYear = (rows: { period: number; interest_paid: number }[]) =>
    rows.filter(({ period }) => period <= 12).reduce((sum, row) => sum + cents(row.interest_paid), 0);
  return {
    payment_difference: (cents(stay.payment) - cents(least.payment)) / 100,
    interest_difference: {
      first_year: (firstYear(stay.rows) - firstYear(least.rows)) / 100,
      to_end: (cents(stay.total_interest_paid) - cents(least.total_interest_paid)) / 100,
    },
  };
}

describe('the gap of a rate', () => {
  it('is the distance from the latest average of new loans, beside that of existing ones', async () => {
    expect(await compared({})).toMatchObject({
      average: {
        annual_interest_rate: 6.2,
        month: '2026-08',
        dataset: 'lending-owner-new-variable',
        series_title: 'Interest on new variable home loans, owner-occupiers',
        vintage: expect.stringMatching(/^[\da-f]{12}$/),
        loans: 'new',
      },
      existing: {
        annual_interest_rate: 6.2,
        dataset: 'lending-owner-outstanding-variable',
        loans: 'outstanding',
      },
      gap: 0.65,
      verdict: 'above',
    });
    expect(await compared({ purpose: 'investor' })).toMatchObject({
      average: { annual_interest_rate: 6.4, month: '2026-08' },
      existing: { annual_interest_rate: 6.4, month: '2026-07', dataset: 'lending-investor-outstanding' },
      gap: 0.45,
    });
  });

  it.each([
    [6.3, 'above'],
    [6.299999, 'near'],
    [6.100001, 'near'],
    [6.1, 'below'],
  ])('at %s percent is %s the average', async (annual_interest_rate, verdict) => {
    expect((await compared({ annual_interest_rate })).verdict).toBe(verdict);
  });

  it.each([
    loan,
    { ...loan, annual_interest_rate: 5.05 },
    { ...loan, compounding_frequency: 'daily' },
    { ...loan, total_loan_amount: 500_000.01, duration_months: 7, annual_interest_rate: 6.123456 },
    { ...loan, total_loan_amount: 0.02, duration_months: 600, annual_interest_rate: 30 },
  ])('costs what a switch to the average would save: %j', async (current) => {
    expect(await compared(current)).toMatchObject(await differencesOfSwitch(current, 6.2));
  });

  it('is refused for a kind of loan without an average, and for one whose average is too old', async () => {
    const body = { ...loan, ...variable, rate_type: 'fixed' };
    const { body: none } = await callApi(test, compareRate, {
      body: { ...body, purpose: 'investor' },
    }).expect(404);
    expect(none).toMatchObject({ code: 'no_average' });
    const { body: old } = await callApi(test, compareRate, { body }).expect(409);
    expect(old).toMatchObject({ code: 'average_too_old' });
  });

  it('takes an average until the end of the seventh month after its own', async () => {
    const body = { ...loan, ...variable, rate_type: 'fixed' };
    const statusOn = async (day: string) => {
      const app = await startSecondApp(test, { dependencies: { today: () => day } });
      return (await callApi({ ...test, app }, compareRate, { body })).status;
    };
    expect(await statusOn('2026-10-31')).toBe(200);
    expect(await statusOn('2026-11-01')).toBe(409);
  });

  it.each([
    [{ purpose: 'tenant' }, 'purpose'],
    [{ rate_type: undefined }, 'rate_type'],
    [{ annual_interest_rate: 31 }, 'annual_interest_rate'],
    [{ offers: [] }, 'offers'],
  ])('is refused with %j', async (fields, name) => {
    const { body } = await callApi(test, compareRate, { body: { ...loan, ...variable, ...fields } }).expect(
      400,
    );
    expect(Object.keys(body.details as object)).toEqual([name]);
  });
});
