import { BuyingBody } from 'contract/buying/buying-fields.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SavingsBody } from 'contract/scenarios/scenarios.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import type { BuyingRules } from 'contract/buying/buying-rules.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { finish } from 'engine/slices.ts';
import { expect, test } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import buyingRules from '../../../../content/buying-rules.json';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import cashRate from '../../../../content/datasets/rba-cash-rate-changes/data.json';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import sampleStatement from '../../../../content/sample-statement.json';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { formatAud, formatDate, formatWholeAud } from '#parts/format/format.ts';
import { questions } from './questions.tsx';

const loan = {
  total_loan_amount: 620_000,
  duration_months: 360,
  annual_interest_rate: 6.04,
  compounding_frequency: 'monthly',
};

const pay = takeHomePayResult(
  taxYearsOf(taxRules),
  TakeHomePayBody.parse({ income: 85_000, income_year: '2026-27' }),
);
const savings = savingsResult(
  SavingsBody.parse({
    opening_balance: 0,
    deposit_per_month: 500,
    duration_months: 120,
    annual_interest_rate: 4,
  }),
);
const bought = buyingResult(
  { rules: buyingRules as unknown as BuyingRules, taxYears: taxYearsOf(taxRules) },
  BuyingBody.parse({ place: 'vic', savings: 160_000, contract_date: '2026-11-28' }),
);
const switched = finish(
  switchResult(
    SwitchBody.parse({
      current: loan,
      offers: [{ annual_interest_rate: 5.79, switching_costs: 1_050, fees: { per_year: 395 } }],
    }),
  ),
);
const checked = finish(statementResult(StatementBody.parse(sampleStatement)));

test('the examples of the questions are figures of the engine and of the data core', () => {
  const [date, rate] = cashRate.changes.at(-1) as [string, number];
  expect(questions.map(({ figure }) => figure)).toEqual([
    `${formatAud(scenarioResult(Scenario.parse(loan)).payment)} a month`,
    `${formatAud(-switched.offers[0]!.least.difference.total_cost)} less`,
    `${formatWholeAud(pay.net_income)} a year`,
    formatWholeAud(bought.largest!.price!),
    formatAud(savings.final_balance),
    `${formatAud(checked.totals.difference)} too much`,
    `${rate.toFixed(2)}%`,
  ]);
  expect(questions.at(-1)!.example).toBe(`cash rate, ${formatDate(date)}`);
});
