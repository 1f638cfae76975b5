import { CreateObjectiveBody } from 'contract/objectives/objectives.ts';
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SavingsBody, SolveBody } from 'contract/scenarios/scenarios.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { get, set } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import '#parts/calculator/scenario/scenario-inputs.ts';
import { kindOf, misunderstoodPaths, readValues, storedValues, understoodValues } from './typed-fields.ts';

const loan = { total_loan_amount: 9000, duration_months: 24, annual_interest_rate: 6 };
const scenario = {
  ...loan,
  compounding_frequency: 'monthly',
  interest_only_periods: 2,
  residual_amount: 5,
  rate_changes: [{ period: 4, annual_interest_rate: 7 }],
  extra_payments: [{ amount: 5, from_period: 1, to_period: 4 }],
  lump_sums: [{ period: 4, amount: 5 }],
  offset: { balance: 5, deposit_per_period: 5 },
  fees: { upfront: 5, per_period: 5 },
};
const rates = { annual_interest_rate: 6, fixed_periods: 3, revert_rate: 7 };
const offer = {
  ...rates,
  duration_months: 24,
  split: { amount: 500, ...rates },
  switching_costs: 5,
  cashback: 5,
  fees: { upfront: 5, per_period: 5 },
};
const saving = { duration_months: 24, annual_interest_rate: 6, opening_balance: 5 };

const bodies: [name: string, schema: z.ZodType, body: object][] = [
  ['a scenario', Scenario, scenario],
  ['a switch', SwitchBody, { current: scenario, offers: [offer] }],
  ['savings', SavingsBody, { ...saving, deposit_per_month: 5, inflation_rate: 2 }],
  ['a goal', SolveBody, { solve_for: 'deposit', ...saving, target_amount: 5 }],
  [
    'what a payment can borrow',
    SolveBody,
    {
      solve_for: 'total_loan_amount',
      payment_per_period: 50,
      duration_months: 24,
      annual_interest_rate: 6,
      compounding_frequency: 'monthly',
      fee_per_period: 5,
    },
  ],
  [
    'a purchase',
    BuyingBody,
    {
      place: 'vic',
      price: 50,
      contract_date: '2026-11-28',
      savings: 5,
      living_costs: 5,
      annual_interest_rate: 6,
      incomes: [{ income: 50, salary_sacrifice: 5 }],
    },
  ],
  ['take-home pay', TakeHomePayBody, { income: 50, salary_sacrifice: 5 }],
  [
    'an objective',
    CreateObjectiveBody,
    { title: 'The house', kind: 'save', target_amount: 50, current_amount: 5, target_date: '2126-12-31' },
  ],
];

function pathsOf(body: unknown, path = ''): string[] {
  if (typeof body !== 'object' || body === null) return [path];
  return Object.entries(body).flatMap(([name, value]) => pathsOf(value, path ? `${path}.${name}` : name));
}

const kindsByMessage: Readonly<Record<string, string>> = {
  'Must have at most 2 decimals.': 'amount',
  'Must have at most 6 decimals.': 'rate',
};

test.each(bodies)('every amount and rate of %s is read as what the contract says', (_name, schema, body) => {
  expect(schema.safeParse(body).error).toBeUndefined();
  const expected = pathsOf(body).flatMap((path) => {
    const changed = structuredClone(body);
    set(changed, path, '1.23456789');
    const issues = schema.safeParse(changed).error?.issues ?? [];
    const kind = kindsByMessage[issues.find((issue) => issue.path.join('.') === path)?.message ?? ''];
    return kind ? [[path, kind] as const] : [];
  });
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.map(([path]) => [path, kindOf(path)])).toEqual(expected);
});

const typed = {
  ...loan,
  total_loan_amount: '$40,000',
  duration_months: '5 years',
  payment_frequency: 'weekly',
  interest_only_periods: '1 year',
  lump_sums: [{ period: ' 4 ', amount: '5k' }, { amount: '5%' }],
  offset: { balance: '1.234,56' },
  name: ' Bank ',
};

test('values are read, and text that is not understood remains', () => {
  expect(readValues(typed)).toEqual({
    ...typed,
    total_loan_amount: '40000',
    duration_months: '60',
    interest_only_periods: '52',
    lump_sums: [{ period: '4', amount: '5000' }, { amount: '5%' }],
    name: 'Bank',
  });
});

test('text that is not understood is absent from the understood values', () => {
  const understood = understoodValues(typed);
  for (const path of misunderstoodPaths(typed)) expect(get(understood, path)).toBe('');
  expect(misunderstoodPaths(typed)).toEqual(['lump_sums.1.amount', 'offset.balance']);
  expect(misunderstoodPaths(understood)).toEqual([]);
  expect(misunderstoodPaths({ total_loan_amount: '-5', annual_interest_rate: '' })).toEqual([]);
});

test('an amount that the API has stored is not asked about', () => {
  expect(
    storedValues({ total_loan_amount: '500.000', annual_interest_rate: '6.500', name: '5.000' }),
  ).toEqual({ total_loan_amount: '500.00', annual_interest_rate: '6.500', name: '5.000' });
});
