import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { areSameInputs, loanFields, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { LoanOutcome } from '#features/loans/loan-outcome.tsx';
import type { LoanCalculator } from '#features/loans/use-loan-calculator.ts';
import { whatIfFragmentStart } from '#parts/calculator/address.ts';
import { useDebouncedValue } from '#parts/use-debounced-value.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Panel } from '#ui/panel.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { optionSentences } from './option-sentences.ts';
import { RateStress } from './rate-stress.tsx';
import { SavingsFigures } from './savings-figures.tsx';
import { ScenarioComparison } from './scenario-comparison.tsx';
import { SolveExtra } from './solve-extra.tsx';
import { useScenario } from './use-scenario.ts';
import {
  emptyWhatIf,
  formPath,
  paymentsOf,
  scenarioOf,
  type ScenarioTerms,
  type WhatIfInputs,
} from '#parts/calculator/what-if/what-if-inputs.ts';
import { fragmentOf, readFragment } from '#parts/calculator/what-if/what-if-link.ts';
import { WhatIfOptions } from './what-if-options.tsx';

/** The URL follows after a pause: browsers refuse frequent changes. */
const addressDelayMs = 500;

interface WhatIfProps {
  calculator: LoanCalculator;
  /** The fragment of the previous visit. */
  lastFragment: string;
  outcome: Ref<HTMLElement>;
}

/** The options of the loan above, and their result. */
export function WhatIf({ calculator, lastFragment, outcome }: WhatIfProps) {
  const { hash } = useLocation();
  const [linked, setLinked] = useState(() =>
    readFragment(hash.startsWith(whatIfFragmentStart) ? hash : lastFragment),
  );
  const [kept, setKept] = useState(linked.kept);
  const form = useForm<WhatIfInputs>({ defaultValues: linked.options });
  const options = { ...emptyWhatIf, ...useWatch({ control: form.control }) } as WhatIfInputs;

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
    if (next === shownFragment.current || !next.startsWith(whatIfFragmentStart)) return;
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
        aside={<Button onClick={() => form.reset(emptyWhatIf)}>Reset Options</Button>}
        className="print:hidden [&>:last-child]:grid [&>:last-child]:gap-4"
      >
        <LiveRegion>
          {linked.unread.length > 0 && (
            <Alert tone="warn" title="Not all of the link was understood">
              <p>The rest is used. Not understood: {linked.unread.join(', ')}</p>
            </Alert>
          )}
        </LiveRegion>
        <WhatIfOptions form={form} errorOf={(path) => refusals[path]} payments={paymentsOf(terms)} />
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

function feesOf({ fees }: WhatIfInputs) {
  return { upfront: Number(fees.upfront), per_period: Number(fees.per_period) };
}

/** Field errors by the path in the form; empty for other failures. */
function refusalsOf(error: Error | null, options: WhatIfInputs): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(detailsOf(error)).map(([path, reasons]) => [formPath(path, options), reasons.join(' ')]),
  );
}
