import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { areSameInputs, loanFields, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { LoanOutcome } from '../loan-outcome.tsx';
import type { LoanCalculator } from '../use-loan-calculator.ts';
import { scenarioFragmentStart } from '#parts/calculator/address.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { optionSentences } from './option-sentences.ts';
import { RateStress } from './rate-stress.tsx';
import { SavingsFigures } from './savings-figures.tsx';
import { ScenarioComparison } from './scenario-comparison.tsx';
import { SolveExtra } from './solve-extra.tsx';
import { useScenario } from './use-scenario.ts';
import {
  emptyScenario,
  formPath,
  paymentsOf,
  scenarioOf,
  type ScenarioTerms,
  type ScenarioInputs,
} from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf, readFragment } from '#parts/calculator/scenario/scenario-link.ts';
import { ScenarioOptions } from './scenario-options.tsx';

/** The URL follows after a pause: browsers refuse frequent changes. */
const addressDelayMs = 500;

interface ScenarioSectionProps {
  calculator: LoanCalculator;
  /** The fragment of the previous visit. */
  lastFragment: string;
  outcome: Ref<HTMLElement>;
}

/** The options of the loan above, and their result. */
export function ScenarioSection({ calculator, lastFragment, outcome }: ScenarioSectionProps) {
  const { hash } = useLocation();
  const [linked, setLinked] = useState(() =>
    readFragment(hash.startsWith(scenarioFragmentStart) ? hash : lastFragment),
  );
  const [kept, setKept] = useState(linked.kept);
  const form = useForm<ScenarioInputs>({ defaultValues: linked.options });
  const options = { ...emptyScenario, ...useWatch({ control: form.control }) } as ScenarioInputs;

  const loan = calculator.inputs;
  const isComplete = loanFields.every((field) => loan[field] !== '');
  const terms: ScenarioTerms = { loan, options };
  const { answer, error, isPending, isSlow } = useScenario(isComplete ? terms : null);
  const refusals = refusalsOf(error, options);
  const isRefused = Object.keys(refusals).length > 0;

  // Refused fields of the calculator show their errors there.
  const typedLoan = searchOf(loan);
  const checkLoan = useEffectEvent((typed: string) => {
    if (isComplete && typed) void calculator.form.trigger();
  });
  useEffect(() => checkLoan(typedLoan), [typedLoan]);

  const fragment = answer ? fragmentOf(answer.terms.options, kept) : '';
  const address = answer ? `?${searchOf(answer.terms.loan)}${fragment}` : '';
  const settledAddress = useDebouncedValue(address, addressDelayMs);
  const shownFragment = useRef(hash);
  const keepAddress = useEffectEvent((settled: string) => {
    if (!answer || settled !== address) return;
    shownFragment.current = fragment;
    calculator.keep(searchOf(answer.terms.loan), fragment);
  });
  useEffect(() => keepAddress(settledAddress), [settledAddress]);

  const follow = useEffectEvent((next: string) => {
    if (next === shownFragment.current || !next.startsWith(scenarioFragmentStart)) return;
    shownFragment.current = next;
    const read = readFragment(next);
    setLinked(read);
    setKept(read.kept);
    form.reset(read.options);
  });
  useEffect(() => follow(hash), [hash]);

  return (
    <>
      <Panel
        title="WHAT IF"
        aside={<Button onClick={() => form.reset(emptyScenario)}>Reset Options</Button>}
        className="print:hidden [&>:last-child]:grid [&>:last-child]:gap-4"
      >
        <LiveRegion>
          {linked.unread.length > 0 && (
            <Alert tone="warn" title="Not all of the link was understood">
              <p>The rest is used. Not understood: {linked.unread.join(', ')}</p>
            </Alert>
          )}
        </LiveRegion>
        <ScenarioOptions form={form} errorOf={(path) => refusals[path]} payments={paymentsOf(terms)} />
        <LiveRegion>
          {isRefused && (
            <p className="text-warn">
              Some of it is refused, as said beside the fields. The figures below are of the terms before.
            </p>
          )}
        </LiveRegion>
      </Panel>
      <LoanOutcome
        ref={outcome}
        result={answer?.scenario}
        terms={answer?.terms.loan}
        error={isRefused ? null : error}
        isPending={isPending && isSlow}
        isStale={isRefused || (answer !== undefined && !isPending && !areSameInputs(loan, answer.terms.loan))}
        frequency={answer?.terms.options.payment_frequency ?? 'monthly'}
        basis={answer?.terms.options.payment_basis}
        address={address}
        calculation={answer && { kind: 'scenario', input: scenarioOf(answer.terms) }}
        options={answer ? optionSentences(answer.terms.options) : []}
        fees={answer && feesOf(answer.terms.options)}
        summary={answer && <SavingsFigures answer={answer} />}
      >
        {answer && (
          <div className="grid grid-fit-[28rem] items-start gap-5 print:hidden max-md:[&_td]:px-1 max-md:[&_td]:text-xs max-md:[&_th]:px-1 max-md:[&_th]:text-xs">
            <BalanceChart answer={answer} />
            <RateStress form={calculator.form} rate={String(loan.annual_interest_rate)} answer={answer} />
            <SolveExtra
              terms={answer.terms}
              onUse={(amount) =>
                form.setValue('extra_payments', [
                  { amount: amount.toFixed(2), from_period: '', to_period: '' },
                ])
              }
            />
            <ScenarioComparison answer={answer} kept={kept} setKept={setKept} />
          </div>
        )}
      </LoanOutcome>
    </>
  );
}

function feesOf({ fees }: ScenarioInputs) {
  return { upfront: Number(fees.upfront), per_period: Number(fees.per_period) };
}

/** Field errors by the path in the form; empty for other failures. */
function refusalsOf(error: Error | null, options: ScenarioInputs): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(detailsOf(error)).map(([path, reasons]) => [formPath(path, options), reasons.join(' ')]),
  );
}
