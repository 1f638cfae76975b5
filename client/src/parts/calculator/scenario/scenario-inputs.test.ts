import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { expect, test } from 'vitest';
import { emptyScenario, formPath, hasOptions, paymentsOf, scenarioOf } from './scenario-inputs.ts';

const loan = {
  total_loan_amount: '500000',
  duration_months: '360',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
} as const;

const half = {
  ...emptyScenario,
  lump_sums: [
    { period: '', amount: '5' },
    { period: '400', amount: '5' },
  ],
};

test('an empty form asks for the plain loan', () => {
  expect(hasOptions(emptyScenario)).toBe(false);
  expect(hasOptions({ ...emptyScenario, inflation_rate: '4' })).toBe(false);
  const body = scenarioOf({ loan, options: emptyScenario });
  expect(Scenario.parse(body)).toMatchObject({
    extra_payments: [],
    residual_amount: 0,
    fees: { upfront: 0 },
  });
});

test('an entry counts once it is complete', () => {
  expect(scenarioOf({ loan, options: half }).lump_sums).toEqual([{ period: '400', amount: '5' }]);
});

test('a refused entry is found where it stands in the form', () => {
  const refused = Scenario.safeParse(scenarioOf({ loan, options: half })).error?.issues[0];
  expect(refused?.path.join('.')).toBe('lump_sums.0.period');
  expect(formPath('lump_sums.0.period', half)).toBe('lump_sums.1.period');
  expect(formPath('offset.balance', half)).toBe('offset.balance');
});

test.each([
  ['monthly', 360],
  ['fortnightly', 780],
  ['weekly', 1560],
] as const)('30 years have, paid %s, %d payments', (payment_frequency, payments) => {
  expect(paymentsOf({ loan, options: { ...emptyScenario, payment_frequency } })).toBe(payments);
});
