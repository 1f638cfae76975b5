import { scenarioFragmentStart } from 'contract/calculations/link-names.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import { compoundingOf, compoundingOption, durationOptions, rateOption } from './common-options.ts';
import { amountOption, type CommandOption } from './options.ts';

type LoanCommandField =
  | 'total_loan_amount'
  | 'duration_months'
  | 'annual_interest_rate'
  | 'compounding_frequency'
  | 'extra_payment';

export const loanOptions: readonly CommandOption<LoanCommandField>[] = [
  amountOption('amount', 'total_loan_amount', 'the amount borrowed', { isRequired: true }),
  ...durationOptions,
  rateOption,
  amountOption('extra', 'extra_payment', 'an extra repayment every month'),
  compoundingOption,
];

type LoanCommandValues = Partial<Record<LoanCommandField, string>>;

/** The scenario of a command; the API validates it. */
export function scenarioOf(values: LoanCommandValues) {
  const { extra_payment: extra, ...loan } = values;
  return {
    ...emptyInputs,
    ...loan,
    compounding_frequency: compoundingOf(values.compounding_frequency),
    extra_payments: extra === undefined ? [] : [{ amount: extra }],
  };
}

/** The calculator's URL; an extra payment opens WHAT IF. */
export function loanUrlOf(values: LoanCommandValues): string {
  const { extra_payment: extra } = values;
  const url = calculatorUrl('loan', {
    ...values,
    compounding_frequency: compoundingOf(values.compounding_frequency),
  });
  return extra === undefined
    ? url
    : `${url}${scenarioFragmentStart}&${new URLSearchParams({ extra }).toString()}`;
}
