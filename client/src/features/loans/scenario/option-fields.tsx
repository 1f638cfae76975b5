import { useFormContext } from 'react-hook-form';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { EntryList } from '#parts/calculator/scenario/entry-list.tsx';
import type { OptionRowName } from '#parts/calculator/scenario/option-contents.ts';
import { accountFields, dateFields, repaymentFields } from '#parts/calculator/scenario/option-fields.ts';
import { optionTexts } from '#parts/calculator/scenario/option-texts.ts';
import { paymentsOf, type ScenarioInputs } from '#parts/calculator/scenario/scenario-inputs.ts';
import { type PanelField, TermsFields } from '#parts/calculator/terms-fields.tsx';
import type { LoanTerms } from '../loan-terms.ts';
import { RateStress } from './rate-stress.tsx';
import type { ScenarioAnswer } from './scenario-answer.ts';
import { SolveExtra } from './solve-extra.tsx';

interface OptionFieldsProps {
  name: OptionRowName;
  inputs: LoanTerms;
  answer: ScenarioAnswer | undefined;
}

/** The fields of an opened row of WHAT IF. */
export function OptionFields({ name, inputs, answer }: OptionFieldsProps) {
  const form = useFormContext<ScenarioInputs>();
  const payments = paymentsOf({ loan: inputs, options: inputs });
  switch (name) {
    case 'extra':
      return <EntryList name="extra_payments" payments={payments} />;
    case 'lump':
      return <EntryList name="lump_sums" payments={payments} />;
    case 'rates':
      return <EntryList name="rate_changes" payments={payments} />;
    case 'byDate':
      return answer ? <SolveExtra terms={answer.terms} /> : <NoLoan />;
    case 'stress':
      return answer ? <RateStress rate={String(inputs.annual_interest_rate)} answer={answer} /> : <NoLoan />;
    default:
      return (
        <div className="fields">
          <TermsFields fields={optionFields[name]} form={form} />
        </div>
      );
  }
}

function NoLoan() {
  return <p className="text-sm text-muted">Enter the terms of the loan first.</p>;
}

const optionFields: Record<'offset' | 'payments' | 'dates', readonly PanelField<ScenarioInputs>[]> = {
  offset: accountFields,
  payments: [
    {
      name: 'payment_frequency',
      ...optionTexts.payment_frequency,
      choices: Object.entries(paymentTexts),
    },
    ...repaymentFields,
  ],
  dates: [...dateFields, { name: 'inflation_rate', ...optionTexts.inflation_rate, isOptional: true }],
};
