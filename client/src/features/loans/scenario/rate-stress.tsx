import { loanLimits } from 'contract/loans/loans.constants.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { formatAud, formatShare } from '#parts/format/format.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { call } from '#session/call.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';
import type { ScenarioAnswer } from './use-scenario.ts';
import { scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';

const addedRates = [2, 3];
const settledMs = 250;
/** Higher rates are rare, and would make the rest of the slider hard to hit. */
const usualMaxPercent = 15;

interface RateStressProps {
  form: UseFormReturn<LoanRequestInput>;
  /** As typed. */
  rate: string;
  answer: ScenarioAnswer;
}

/** The rate as a slider, and what the payment becomes at higher rates. */
export function RateStress({ form, rate, answer }: RateStressProps) {
  const id = useId();
  const asked = useDebouncedValue(JSON.stringify(answer.terms), settledMs);
  const { data } = useQuery({
    queryKey: ['stressScenario', asked],
    queryFn: ({ signal }) => {
      const scenario = scenarioOf(JSON.parse(asked) as ScenarioTerms);
      return call('stressScenario', { body: { scenario, added_rates: addedRates }, signal });
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const percent = Number(rate) || 0;
  const max = percent > usualMaxPercent ? loanLimits.maxAnnualRatePercent : usualMaxPercent;

  return (
    <Panel title="If Rates Move">
      <label className="flex justify-between text-sm font-semibold text-muted" htmlFor={id}>
        Annual interest rate{' '}
        <output className="text-text" htmlFor={id}>
          {formatShare(percent)}
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
        aria-valuetext={formatShare(percent)}
        onChange={({ target }) =>
          form.setValue('annual_interest_rate', target.value, { shouldDirty: true, shouldValidate: true })
        }
      />
      <Table caption="The same loan, every rate raised (a lender tests with 3 points)">
        <FigureHead row="Rate" figures={['Payment', 'More', 'Total interest']} />
        <tbody>
          {data?.data.map(({ added_rate, payment, payment_increase, total_interest_paid }) => (
            <tr key={added_rate}>
              <th scope="row">+{added_rate}</th>
              <Cell numeric>{formatAud(payment)}</Cell>
              <Cell numeric>+{formatAud(payment_increase)}</Cell>
              <Cell numeric>{formatAud(total_interest_paid)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
