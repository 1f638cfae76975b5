import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { expect, test } from 'vitest';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { formPath, hasOptions, paymentsOf, scenarioOf } from './scenario-inputs.ts';

const loan = {
  total_loan_amount: '500000',
  duration_months: '360',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
} as const;

const partialOptions = {
  ...emptyScenario,
  lump_sums: [
    { period: '', amount: '5' },
    { period: '400', amount: '5' },
  ],
};

test('an empty form requests the loan without options', () => {
  expect(hasOptions(emptyScenario)).toBe(false);
  expect(hasOptions({ ...emptyScenario, inflation_rate: '4' })).toBe(false);
  const body = scenarioOf({ loan, options: emptyScenario });
  expect(Scenario.parse(body)).toMatchObject({
    extra_payments: [],
    residual_amount: 0,
    fees: { upfront: 0 },
  });
});

test('the request contains only complete entries', () => {
  expect(scenarioOf({ loan, options: partialOptions }).lump_sums).toEqual([{ period: '400', amount: '5' }]);
});

test('maps the path of a refused entry to the path of its field in the form', () => {
  const issue = Scenario.safeParse(scenarioOf({ loan, options: partialOptions })).error?.issues[0];
  expect(issue?.path.join('.')).toBe('lump_sums.0.period');
  expect(formPath('lump_sums.0.period', partialOptions)).toBe('lump_sums.1.period');
  expect(formPath('offset.balance', partialOptions)).toBe('offset.balance');
});

test.each([
  ['monthly', 360],
  ['fortnightly', 780],
  ['weekly', 1560],
] as const)('a loan over 30 years with %s payments has %d payments', (payment_frequency, payments) => {
  expect(paymentsOf({ loan, options: { ...emptyScenario, payment_frequency } })).toBe(payments);
});
