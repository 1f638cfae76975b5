import { switchLink } from 'contract/calculations/links.ts';
import { expect, test } from 'vitest';
import { switchRequest } from './switch-inputs.ts';
import { readSwitchLink } from './switch-link.ts';

const read = (path: string) => readSwitchLink(path.slice(path.indexOf('#')))!;

const everything = {
  current: {
    total_loan_amount: '420000.5',
    duration_months: '300',
    annual_interest_rate: '6.5',
    compounding_frequency: 'daily',
    payment_frequency: 'weekly',
    payment_basis: 'half_monthly',
    interest_only_periods: '6',
    residual_amount: '1000',
    rate_changes: [{ period: '60', annual_interest_rate: '7.25' }],
    extra_payments: [{ amount: '100.5', from_period: '13', to_period: null }],
    lump_sums: [{ period: '12', amount: '5000' }],
    offset: { balance: '10000', deposit_per_period: '50' },
    fees: { upfront: '300', per_period: '5', per_year: '395' },
    start_date: '2026-12-01',
    day_count: 'equal',
  },
  offers: [
    {
      name: 'Größe & "Co": 5%',
      annual_interest_rate: '5.9',
      duration_months: '360',
      fixed_periods: '24',
      revert_rate: '7',
      split: { amount: '100000', annual_interest_rate: '5.5', fixed_periods: '36', revert_rate: '7.1' },
      offset: false,
      switching_costs: '1200',
      cashback: '4000',
      fees: { upfront: '600', per_period: '8', per_year: '120.5' },
    },
    {
      name: null,
      annual_interest_rate: '6',
      duration_months: null,
      fixed_periods: null,
      revert_rate: null,
      split: null,
      offset: null,
      switching_costs: null,
      cashback: null,
      fees: { upfront: null, per_period: null, per_year: null },
    },
  ],
};

test('a link of a request is parsed to the same request', () => {
  const { inputs, unrecognized } = read(switchLink(everything));
  expect(unrecognized).toEqual([]);
  expect(switchRequest(inputs)).toEqual(everything);
});

test('the invalid parts of a link are named, and the others are used', () => {
  const offer = encodeURIComponent('rate=5.9&costs=many&fixed=1:2:3&colour=red');
  const { inputs, unrecognized } = read(
    `#owed=420000&months=abc&keep=1&rates_from=0123456789ab&what=that&extra=200&offer=${offer}`,
  );
  expect(unrecognized).toEqual([
    'months=abc',
    'keep=1',
    'rates_from=0123456789ab',
    'what=that',
    'offer: costs=many',
    'offer: fixed=1:2:3',
    'offer: colour=red',
  ]);
  expect(inputs).toMatchObject({
    total_loan_amount: '420000',
    duration_months: '',
    extra_payments: [{ amount: '200' }],
    offers: [{ annual_interest_rate: '5.9', switching_costs: '' }],
  });
});

test('a fourth offer is invalid', () => {
  const { inputs, unrecognized } = read('#offer=rate%3D1&offer=rate%3D2&offer=rate%3D3&offer=rate%3D4');
  expect(inputs.offers.map(({ annual_interest_rate: rate }) => rate)).toEqual(['1', '2', '3']);
  expect(unrecognized).toEqual(['offer=rate=4']);
});

test('the target of a link within the page has no terms', () => {
  expect(readSwitchLink('#main')).toBeNull();
  expect(readSwitchLink('')).toBeNull();
});
