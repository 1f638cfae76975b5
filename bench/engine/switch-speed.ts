/**
 * Measures the CPU time of comparing a loan with three offers, from the checked request to the JSON text. Ends with code 1
 * if the largest legal comparison takes longer than 200 ms.
 *
 *     npx tsx bench/engine/switch-speed.ts
 */
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import { switchBody } from '../http/bodies.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { cpuMs } from './turns.ts';

const entries = <Entry>(count: number, entry: (index: number) => Entry) =>
  Array.from({ length: count }, (_, index) => entry(index));
const everyOption = {
  ...switchBody.current,
  duration_months: 600,
  payment_frequency: 'weekly',
  rate_changes: entries(120, (index) => ({
    period: 2 + 21 * index,
    annual_interest_rate: 6 + (index % 4) / 4,
  })),
  extra_payments: entries(20, (index) => ({ amount: 1 + index, from_period: 1 + 100 * index })),
  lump_sums: entries(60, (index) => ({ period: 2_599 - index, amount: 10 })),
  offset: { balance: 500, deposit_per_period: 0.01 },
  fees: { upfront: 500, per_period: 2.5 },
};
const everyOffer = entries(3, (index) => ({
  name: 'x'.repeat(60),
  annual_interest_rate: 5 + index / 4,
  duration_months: 600,
  fixed_periods: 1_300,
  revert_rate: 6.7,
  split: { amount: 120_000, annual_interest_rate: 5.4, fixed_periods: 1_900, revert_rate: 6.6 },
  switching_costs: 900,
  cashback: 2_000,
  fees: { upfront: 350, per_period: 3 },
}));
const withPrincipal = (
  total_loan_amount: number,
  splitAmount: number,
  compounding_frequency = 'monthly',
) => ({
  current: { ...everyOption, total_loan_amount, compounding_frequency },
  offers: everyOffer.map((offer) => ({ ...offer, split: { ...offer.split, amount: splitAmount } })),
});

const requests: [what: string, body: unknown][] = [
  ['three offers of 360 rows', switchBody],
  ['by the week over 50 years, all options', withPrincipal(420_000, 120_000)],
  ['the same, daily compounding', withPrincipal(420_000, 120_000, 'daily')],
  ['the same, the largest loan', withPrincipal(999_999_999_999.99, 123_456_789_012.34)],
  [
    'the same, the largest loan, daily compounding',
    withPrincipal(999_999_999_999.99, 123_456_789_012.34, 'daily'),
  ],
  ['the same on the unrounded path', withPrincipal(20, 5)],
  ['the same on the unrounded path, daily compounding', withPrincipal(20, 5, 'daily')],
];
const warmUps = 15;
const runs = 15;
const mostMs = 200;

for (const [what, body] of requests) {
  const request = SwitchBody.parse(body);
  const compare = () => JSON.stringify(finish(switchResult(request)));
  for (let run = 0; run < warmUps; run++) compare();
  const times: number[] = [];
  for (let done = 0; done < runs; done++) times.push(await cpuMs(compare));
  reportMost(what, median(times), mostMs, 'ms of CPU');
}
