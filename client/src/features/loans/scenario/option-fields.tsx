import { useFormContext } from 'react-hook-form';
import { EntryList } from '#parts/calculator/scenario/entry-list.tsx';
import { type OptionRowName, optionsOf } from '#parts/calculator/scenario/option-contents.ts';
import { rowFields } from '#parts/calculator/scenario/option-fields.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { paymentsOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { TermsFields } from '#parts/calculator/terms-fields.tsx';
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
  if (name === 'byDate') return answer ? <SolveExtra terms={answer.terms} /> : <NoLoan />;
  if (name === 'stress') {
    return answer ? <RateStress rate={String(inputs.annual_interest_rate)} answer={answer} /> : <NoLoan />;
  }
  const list = optionsOf(name).find((option) => option.list)?.list;
  if (list) return <EntryList name={list.name} payments={payments} />;
  return (
    <div className="fields">
      <TermsFields fields={rowFields(name)} form={form} />
    </div>
  );
}

function NoLoan() {
  return <p className="text-sm text-muted">Enter the terms of the loan first.</p>;
}
