import { count } from 'contract/counts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { withRatesRaisedFrom } from 'engine/calculators/rate-change.ts';
import { resultOfTerms, termsOf } from 'engine/calculators/scenario.ts';
import { useId, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { paymentText, stretchesOf } from '../payment-stretches.ts';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import type { LoanTerms, ScenarioAnswer } from '../loan-terms.ts';
import { difference } from './savings-figures.ts';
import { scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';

const addedRates = [2, 3];
/** Higher rates are rare, and would make the slider too coarse. */
const usualMaxPercent = 15;

interface RateStressProps {
  /** The rate as the user typed it. */
  rate: string;
  answer: ScenarioAnswer;
}

/** The rate as a slider, and what the payment becomes at higher rates. */
export function RateStress({ rate, answer }: RateStressProps) {
  const form = useFormContext<LoanTerms>();
  const id = useId();
  const raised = useMemo(() => raisedLoans(answer.terms), [answer.terms]);
  const interestOnlyPeriods = Number(answer.terms.options.interest_only_periods);
  const percent = Number(rate) || 0;
  const max = percent > usualMaxPercent ? loanLimits.maxAnnualRatePercent : usualMaxPercent;

  return (
    <>
      <label className="flex justify-between text-sm font-semibold text-muted" htmlFor={id}>
        Annual interest rate{' '}
        <output className="text-strong" htmlFor={id}>
          {formatShortRate(percent)}
        </output>
      </label>
      <input
        className="mb-4 h-control w-full accent-accent"
        id={id}
        type="range"
        min={loanLimits.minAnnualRatePercent}
        max={max}
        step="0.05"
        value={percent}
        aria-valuetext={formatShortRate(percent)}
        onChange={({ target }) =>
          form.setValue('annual_interest_rate', target.value, { shouldDirty: true, shouldValidate: true })
        }
      />
      <FigureTable
        caption="The same loan, every rate raised (a lender tests with 3 points)"
        row="Rate"
        labels={['Payment', 'More at first', 'Total interest']}
        cardTitle={(added) => count(Number(added), 'point')}
        rows={raised.map(({ added, payment, amortization_schedule, total_interest_paid }) => ({
          head: `+${added}`,
          figures: [
            paymentText(stretchesOf(amortization_schedule, interestOnlyPeriods)),
            `+${formatAud(difference(payment, answer.scenario.payment))}`,
            formatAud(total_interest_paid),
          ],
        }))}
      />
    </>
  );
}

/** Omits loans whose rate would exceed the maximum. */
function raisedLoans(scenarioTerms: ScenarioTerms) {
  const terms = termsOf(Scenario.parse(scenarioOf(scenarioTerms)));
  const rates = [terms, ...terms.rateChanges].map(({ annualRateMillionths }) => annualRateMillionths / 1e6);
  const possible = addedRates.filter(
    (added) => Math.max(...rates) + added <= loanLimits.maxAnnualRatePercent,
  );
  return possible.map((added) => ({
    added,
    ...resultOfTerms(withRatesRaisedFrom(1, terms, added * 1e6)),
  }));
}
