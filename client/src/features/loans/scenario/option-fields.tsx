import { count } from 'contract/counts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { extraOfFirstPayment, extraPeriodsPerYear } from 'contract/scenarios/extra-periods.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { SolveBody } from 'contract/scenarios/scenarios.ts';
import { withRatesRaisedFrom } from 'engine/calculators/rate-change.ts';
import { resultOfTerms, termsOf } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { type SyntheticEvent, useId, useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { localDate } from '#parts/calculator/local-date.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { type OptionRowName, optionsOf } from '#parts/calculator/scenario/option-contents.ts';
import { EntryList, rowFields } from '#parts/calculator/scenario/option-fields.tsx';
import { paymentsOf, scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';
import { TermsFields } from '#parts/calculator/terms-fields.tsx';
import { formatAud, formatDate, formatNumber, formatShortRate } from '#parts/format/format.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import type { ScenarioAnswer } from '../loan-calculation.ts';
import type { LoanTerms } from '../loan-terms.ts';
import { paymentText, stretchesOf } from '../payment-stretches.ts';
import { difference } from './savings-figures.ts';
import { periodsUntil } from './target-periods.ts';

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

const addedRates = [2, 3];
/** Higher rates are rare, and would make the slider too coarse. */
const usualMaxPercent = 15;

interface RateStressProps {
  /** The rate as the user typed it. */
  rate: string;
  answer: ScenarioAnswer;
}

/** The rate as a slider, and what the payment becomes at higher rates. */
function RateStress({ rate, answer }: RateStressProps) {
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

/** The extra repayment with which the loan ends by a date. */
function SolveExtra({ terms }: { terms: ScenarioTerms }) {
  const form = useFormContext<LoanTerms>();
  const [refusal, setRefusal] = useState<string>();
  const [today] = useState(() => localDate(new Date()));
  const start = terms.options.start_date || today;
  const { mutate, data, error, isPending, variables } = useApiMutation({
    mutationFn: async ({ target }: { end: string; target: number }) => {
      const { extra_payments: _, ...scenario } = scenarioOf(terms);
      const request = SolveBody.parse({ solve_for: 'extra_payment', scenario, target_periods: target });
      return runSlices(solveResult(request));
    },
  });

  function solve(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const end = new FormData(event.currentTarget).get('end');
    if (typeof end !== 'string') return;
    const periods = end ? periodsUntil(start, end, terms.options.payment_frequency) : Number.NaN;
    const most = paymentsOf(terms) ?? 1;
    if (Number.isNaN(periods)) return setRefusal('Required.');
    if (periods < 1) {
      return setRefusal(
        `No payment is due by then. The loan is drawn on ${formatDate(start)}; choose a day at least one payment later.`,
      );
    }
    setRefusal(undefined);
    // A date after the end of the loan needs no extra repayment.
    mutate({ end, target: Math.min(periods, most) });
  }

  /** Replaces the scenario's extra repayments. */
  const use = (amount: number) =>
    form.setValue('extra_payments', [
      { amount: amount.toFixed(2), every: '', from_period: '', to_period: '' },
    ]);

  return (
    <>
      <form
        className="grid justify-items-start gap-3 *:max-w-full"
        onSubmit={solve}
        noValidate
        aria-label="Paid off by a date"
      >
        <Field
          label="Paid off by"
          hint={`Counted from ${terms.options.start_date ? 'the start date' : 'today, because there is no start date'}, ${formatDate(start)}.`}
          error={refusal ?? error?.message}
        >
          {(control) => <TextInput {...control} type="date" name="end" />}
        </Field>
        <Button type="submit" loading={isPending}>
          Find Extra Repayment
        </Button>
      </form>
      <LiveRegion>
        {data && variables && (
          <p className="my-4">
            {data.amount === 0
              ? `Nothing extra is needed: the loan ends by ${formatDate(variables.end)} as it is.`
              : `${formatAud(data.amount)} extra with every payment ends the loan by ${formatDate(variables.end)}.`}
          </p>
        )}
      </LiveRegion>
      {data && data.amount > 0 && (
        <Button onClick={() => use(data.amount)}>Use {formatAud(data.amount)}</Button>
      )}
    </>
  );
}
