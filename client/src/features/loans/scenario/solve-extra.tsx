import { SolveBody } from 'contract/scenarios/scenarios.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { type SyntheticEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import type { LoanTerms } from '../loan-terms.ts';
import { periodsUntil } from './target-periods.ts';
import { paymentsOf, scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';

/** The extra repayment with which the loan ends by a date. */
export function SolveExtra({ terms }: { terms: ScenarioTerms }) {
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
