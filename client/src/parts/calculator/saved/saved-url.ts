import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { switchLink } from 'contract/calculations/links.ts';
import { calculationInputs } from 'contract/calculations/calculations.ts';
import type { z } from 'zod';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { emptyScenario, type ScenarioInputs } from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf } from '#parts/calculator/scenario/scenario-link.ts';

type Parsed<Kind extends CalculationKind> = z.output<(typeof calculationInputs)[Kind]>;

/**
 * The URL that runs a saved calculation again.
 * @param ratesFrom the vintage of the cash rate that the rates of a scenario follow.
 */
export function savedUrl(kind: CalculationKind, input: unknown, ratesFrom: string | null = null): string {
  switch (kind) {
    case 'loan':
      return loanUrl(calculationInputs.loan.parse(input));
    case 'scenario': {
      const scenario = calculationInputs.scenario.parse(input);
      return loanUrl(scenario) + fragmentOf({ ...scenarioInputsOf(scenario), rates_from: ratesFrom ?? '' });
    }
    case 'switch':
      return switchLink({ ...(input as object) });
    case 'take_home_pay': {
      const pay = calculationInputs.take_home_pay.parse(input);
      return calculatorUrl('takeHomePay', {
        income: aud(pay.income),
        period: pay.period,
        income_year: pay.income_year,
        salary_sacrifice: audOrNone(pay.salary_sacrifice),
        study_loan: pay.study_loan ? 'true' : '',
        compare_year: pay.compare_year,
      });
    }
    case 'savings': {
      const savings = calculationInputs.savings.parse(input);
      return calculatorUrl('savings', {
        opening_balance: aud(savings.opening_balance),
        deposit_per_month: aud(savings.deposit_per_month),
        duration_months: String(savings.duration_months),
        annual_interest_rate: percent(savings.annual_interest_rate),
        inflation_rate: percent(savings.inflation_rate),
      });
    }
  }
}

const aud = (cents: number) => String(cents / 100);
const percent = (millionths: number) => String(millionths / 1e6);
/** An optional field is empty if it has its default value. */
const textUnlessDefault = (defaultValue: number, value: number) =>
  value === defaultValue ? '' : String(value);
const audOrNone = (cents: number) => textUnlessDefault(0, cents / 100);

const loanUrl = (loan: Parsed<'loan'>) =>
  calculatorUrl('loan', {
    total_loan_amount: aud(loan.total_loan_amount),
    duration_months: String(loan.duration_months),
    annual_interest_rate: percent(loan.annual_interest_rate),
    compounding_frequency: loan.compounding_frequency,
  });

const scenarioInputsOf = (scenario: Parsed<'scenario'>): ScenarioInputs => ({
  ...emptyScenario,
  payment_frequency: scenario.payment_frequency,
  payment_basis: scenario.payment_basis,
  interest_only_periods: textUnlessDefault(0, scenario.interest_only_periods),
  residual_amount: audOrNone(scenario.residual_amount),
  rate_changes: scenario.rate_changes.map(({ period, annual_interest_rate }) => ({
    period: String(period),
    annual_interest_rate: percent(annual_interest_rate),
  })),
  extra_payments: scenario.extra_payments.map(({ amount, from_period, to_period }) => ({
    amount: aud(amount),
    from_period: textUnlessDefault(1, from_period),
    to_period: to_period === undefined ? '' : String(to_period),
  })),
  lump_sums: scenario.lump_sums.map(({ period, amount }) => ({
    period: String(period),
    amount: aud(amount),
  })),
  offset: {
    balance: audOrNone(scenario.offset.balance),
    deposit_per_period: audOrNone(scenario.offset.deposit_per_period),
  },
  fees: { upfront: audOrNone(scenario.fees.upfront), per_period: audOrNone(scenario.fees.per_period) },
  day_count: scenario.day_count,
  start_date: scenario.start_date ?? '',
});
