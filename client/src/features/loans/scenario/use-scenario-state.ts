import { useEffect, useEffectEvent, useState } from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while it is typed.
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import type { LoanCalculator } from '../use-loan-calculator.ts';
import { scenarioFragmentStart } from 'contract/calculations/links.ts';
import { areSameInputs, emptyInputs, loanFields, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import {
  emptyScenario,
  formPath,
  paymentsOf,
  type ScenarioTerms,
  type ScenarioInputs,
} from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf, readFragment } from '#parts/calculator/scenario/scenario-link.ts';
import { urlDelayMs } from '#parts/calculator/use-terms-url.ts';
import { useRatesFrom } from './use-rates-from.ts';
import { useScenario } from './use-scenario.ts';

const isScenario = (hash: string) => hash.startsWith(scenarioFragmentStart);

/** The options of the calculator's loan, and their result. They apply from the moment that a row is opened. */
export function useScenarioState(calculator: LoanCalculator) {
  const { hash } = useLocation();
  const { isScenarioOpen: isOpen, setScenarioOpen: setOpen, openedFragment } = calculator;
  const [linked, setLinked] = useState(() => readFragment(isScenario(hash) ? hash : scenarioFragmentStart));
  const [comparedScenarios, setComparedScenarios] = useState(linked.comparedScenarios);
  const form = useForm<ScenarioInputs>({ defaultValues: linked.options });
  const options = { ...emptyScenario, ...useWatch({ control: form.control }) } as ScenarioInputs;

  const loan = calculator.inputs;
  const isComplete = loanFields.every((field) => loan[field] !== '');
  const terms: ScenarioTerms = { loan, options };
  const { answer, error, retry, isPending, isSlow } = useScenario(
    isOpen && isComplete ? terms : null,
    !isOpen || areSameInputs(loan, emptyInputs),
  );
  const refusals = refusalsOf(error, options);
  const isRefused = Object.keys(refusals).length > 0;

  // Refused fields of the calculator show their errors there.
  const typedLoan = searchOf(loan);
  const checkLoan = useEffectEvent((typed: string) => {
    if (isOpen && isComplete && typed) void calculator.form.trigger();
  });
  useEffect(() => checkLoan(typedLoan), [typedLoan]);

  const { ratesFrom, name: rates_from } = useRatesFrom(answer?.terms);
  const fragment = answer ? fragmentOf({ ...answer.terms.options, rates_from }, comparedScenarios) : '';
  const url = answer ? `?${searchOf(answer.terms.loan)}${fragment}` : '';
  const writeUrl = useEffectEvent((current: string) => {
    if (!answer || !current) return;
    // Opening the options without a change does not change the URL.
    const isSame = fragment === scenarioFragmentStart && hash === '';
    calculator.keep(searchOf(answer.terms.loan), isSame ? 'same' : 'edit', fragment, urlDelayMs);
  });
  useEffect(() => writeUrl(url), [url]);

  const loadFromUrl = useEffectEvent((next: string | undefined) => {
    if (next === undefined || (next !== '' && !isScenario(next))) return;
    const read = readFragment(isScenario(next) ? next : scenarioFragmentStart);
    setLinked(read);
    setComparedScenarios(read.comparedScenarios);
    form.reset(read.options);
    setOpen(isScenario(next));
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the URL is outside of React.
  useEffect(() => loadFromUrl(openedFragment?.hash), [openedFragment]);

  return {
    form,
    options,
    isOpen,
    open: () => setOpen(true),
    reset: () => form.reset(emptyScenario),
    payments: paymentsOf(terms),
    /** The parts of the link that were not understood. */
    unrecognized: linked.unrecognized,
    refusals,
    isRefused,
    comparedScenarios,
    setComparedScenarios,
    ratesFromName: rates_from,
    answer,
    ratesFrom,
    url,
    error: isRefused ? null : error,
    retry,
    isPending: isPending && isSlow,
    isStale: isRefused || (answer !== undefined && !isPending && !areSameInputs(loan, answer.terms.loan)),
  };
}

export type ScenarioState = ReturnType<typeof useScenarioState>;

/** Field errors by the path in the form; empty for other failures. */
function refusalsOf(error: Error | null, options: ScenarioInputs): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(detailsOf(error)).map(([path, reasons]) => [formPath(path, options), reasons.join(' ')]),
  );
}
