import { extraOfFirstPayment, extraPeriodsPerYear } from 'contract/scenarios/extra-periods.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { type OptionRowName, optionsOf } from '#parts/calculator/scenario/option-contents.ts';
import { EntryList, rowFields } from '#parts/calculator/scenario/option-fields.tsx';
import { paymentsOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { TermsFields } from '#parts/calculator/terms-fields.tsx';
import { formatAud, formatNumber } from '#parts/format/format.ts';
import type { LoanTerms, ScenarioAnswer } from '../loan-terms.ts';
import { RateStress } from './rate-stress.tsx';
import { SolveExtra } from './solve-extra.tsx';

interface OptionFieldsProps {
  name: OptionRowName;
  inputs: LoanTerms;
  answer: ScenarioAnswer | undefined;
}

/** The fields of an opened row of WHAT IF. */
export function OptionFields({ name, inputs, answer }: OptionFieldsProps) {
  const payments = paymentsOf({ loan: inputs, options: inputs });
  if (name === 'byDate') return answer ? <SolveExtra terms={answer.terms} /> : <NoLoan />;
  if (name === 'stress') {
    return answer ? <RateStress rate={String(inputs.annual_interest_rate)} answer={answer} /> : <NoLoan />;
  }
  const list = optionsOf(name).find((option) => option.list)?.list;
  if (list) {
    return (
      <EntryList name={list.name} payments={payments}>
        {name === 'extra' && answer && <ExtraSentence answer={answer} />}
      </EntryList>
    );
  }
  return (
    <div className="fields">
      <TermsFields fields={rowFields(name)} />
    </div>
  );
}

/** What leaves the account with each payment, and how the extra repayments become parts of payments. */
function ExtraSentence({ answer: { terms, scenario } }: { answer: ScenarioAnswer }) {
  const { payment_frequency: frequency, extra_payments } = terms.options;
  const { payment } = scenario;
  const extra = extraOfFirstPayment(terms.options);
  if (extra === 0) return null;
  const period = periodNames[frequency];
  return (
    <p className="text-sm">
      <strong>
        You pay {formatAud(payment + extra)} a {period}
      </strong>{' '}
      = {formatAud(payment).slice(1)} + {formatAud(extra).slice(1)}.
      {extra_payments.map((entry) => {
        const perYear = entry.amount && extraPeriodsPerYear(entry, frequency);
        const amount = formatNumber(Number(entry.amount));
        const times = perYear === 1 ? '' : `${perYear} × `;
        return (
          perYear &&
          ` A ${entry.every}’s ${amount} is ${times}${amount} ÷ ${periodsPerYear[frequency]} a ${period}, since this loan is paid ${frequency}.`
        );
      })}
    </p>
  );
}

function NoLoan() {
  return <p className="text-sm text-muted">Enter the terms of the loan first.</p>;
}
