/** The terms of a followed loan as fields. */
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import { paymentFrequencies } from 'contract/scenarios/scenarios.constants.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { NumberField, SelectField, TextField } from '#parts/form/form-field.tsx';
import { choicesInWords } from '#parts/format/format.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';

export interface TermsInputs {
  annual_interest_rate: string;
  payment: { amount: string; frequency: (typeof paymentFrequencies)[number] };
  interest_only_until: string;
  variable_rate: boolean;
  rates: { from: string; annual_interest_rate: string }[];
  plan: Record<(typeof planFields)[number], string>;
}

const planFields = [
  'end_date',
  'start_date',
  'amount',
  'annual_interest_rate',
  'interest_only_until',
] as const;

const rateInputs = (rates: FollowedLoanFields['rates']): TermsInputs['rates'] =>
  (rates ?? []).map(({ from, annual_interest_rate }) => ({
    from,
    annual_interest_rate: text(annual_interest_rate),
  }));

const text = (value: string | number | null | undefined) => String(value ?? '');

export const termsOf = (input: FollowedLoanFields): TermsInputs => ({
  annual_interest_rate: text(input.annual_interest_rate),
  payment: { amount: text(input.payment?.amount), frequency: input.payment?.frequency ?? 'monthly' },
  interest_only_until: text(input.interest_only_until),
  variable_rate: input.variable_rate ?? true,
  rates: rateInputs(input.rates),
  plan: Object.fromEntries(
    planFields.map((field) => [field, text(input.plan?.[field])]),
  ) as TermsInputs['plan'],
});

export const emptyTerms = termsOf({});

/** An empty field removes its term. */
export function bodyOfTerms<Inputs extends TermsInputs>({ payment, plan, ...terms }: Inputs) {
  return {
    ...terms,
    annual_interest_rate: terms.annual_interest_rate || null,
    rates: terms.rates.length === 0 ? null : terms.rates,
    payment: payment.amount === '' ? null : payment,
    interest_only_until: terms.interest_only_until || null,
    plan: Object.values(plan).every((value) => value === '')
      ? null
      : {
          end_date: plan.end_date,
          start_date: plan.start_date || null,
          amount: plan.amount || null,
          annual_interest_rate: plan.annual_interest_rate || null,
          interest_only_until: plan.interest_only_until || null,
        },
  };
}

interface TermsFieldsProps<Inputs extends FieldValues> {
  form: UseFormReturn<Inputs>;
  /** The name of the terms in the form. */
  prefix: 'input' | 'terms';
}

export function TermsFields<Inputs extends FieldValues>({ form, prefix }: TermsFieldsProps<Inputs>) {
  const name = (path: string) => `${prefix}.${path}` as Path<Inputs>;
  return (
    <>
      <div className="fields">
        <NumberField
          form={form}
          name={name('annual_interest_rate')}
          label="Rate from Now on (%)"
          hint="Leave it empty to use the rate in your rows."
        />
        <NumberField
          form={form}
          name={name('payment.amount')}
          label="Payment"
          hint="Leave it empty to use the payment in your rows."
        />
        <SelectField
          form={form}
          name={name('payment.frequency')}
          label="Paid"
          options={choicesInWords(paymentFrequencies)}
        />
        <TextField form={form} name={name('interest_only_until')} label="Interest Only until" type="date" />
      </div>
      <Checkbox {...form.register(name('variable_rate'))} label="Variable rate: it follows the cash rate" />
      <fieldset className="flex flex-col gap-3">
        <legend className="label mb-2">Your contract</legend>
        <div className="fields">
          <TextField form={form} name={name('plan.end_date')} label="Ends on" type="date" />
          <TextField form={form} name={name('plan.start_date')} label="Began on" type="date" />
          <NumberField form={form} name={name('plan.amount')} label="Amount at the Start" />
          <NumberField form={form} name={name('plan.annual_interest_rate')} label="Rate at the Start (%)" />
          <TextField
            form={form}
            name={name('plan.interest_only_until')}
            label="Interest Only at First, until"
            type="date"
          />
        </div>
      </fieldset>
    </>
  );
}
