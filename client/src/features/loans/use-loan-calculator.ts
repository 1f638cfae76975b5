import { useQueryClient } from '@tanstack/react-query';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { useForm, useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { type Calculation, lastVisit } from './last-visit.ts';
import {
  areSameInputs,
  emptyInputs,
  inputsOf,
  loanFields,
  searchOf,
} from '#parts/calculator/loan/loan-inputs.ts';
import { scenarioFragmentStart } from 'contract/calculations/links.ts';
import { recalculateAfterMs } from '#parts/calculator/recalculate.constants.ts';
import { showFieldErrors } from '#parts/calculator/show-field-errors.ts';
import { type Step, useTermsUrl } from '#parts/calculator/use-terms-url.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useCalculatePrincipal } from './loans.queries.ts';

const resolver = schemaResolver<LoanRequestInput>(
  async () => (await import('#parts/calculator/loan/loan-schema.ts')).LoanInputs,
);

/** For undoing Clear Form. */
interface Cleared {
  inputs: LoanRequestInput;
  calculation: Calculation | undefined;
  search: string;
}

/**
 * The calculator's form, its calculation, and the URL with the inputs of the current result.
 * @param reveal scrolls to the error message. A result needs no scrolling, because a summary is always visible.
 */
export function useLoanCalculator(reveal: () => void) {
  const { mutate, stop, reset, error, isPending } = useCalculatePrincipal();
  const form = useForm<LoanRequestInput>({
    resolver,
    defaultValues: emptyInputs,
    shouldFocusError: false,
  });
  const inputs = useWatch({ control: form.control }) as LoanRequestInput;
  const { search, hash } = useLocation();
  const last = lastVisit(useQueryClient());
  // Restored synchronously after a step back, so that the scroll position is right.
  const [calculation, setCalculation] = useState(() => calculatedFor(inputsOf(new URLSearchParams(search))));
  const [cleared, setCleared] = useState<Cleared>();
  const navigate = useNavigate();
  /** While the options of WHAT IF are in use, these compute the result. */
  const [isScenarioOpen, setScenarioOpen] = useState(hash.startsWith(scenarioFragmentStart));
  /** The fragment that a link or the browser's history has opened; the options of WHAT IF follow it. */
  const [openedFragment, setOpenedFragment] = useState<{ hash: string }>();

  function calculatedFor(linked: LoanRequestInput | null): Calculation | undefined {
    const { calculation: before } = last.get();
    return linked && before && areSameInputs(linked, before.terms) ? before : undefined;
  }

  const showRefusedFields = (failure: Error, focus = true) =>
    showFieldErrors(form, loanFields, failure, focus);

  const writeUrl = useTermsUrl((opened, before) => {
    if (opened.search !== before.search) loadTerms(inputsOf(new URLSearchParams(opened.search)));
    if (opened.hash !== before.hash) setOpenedFragment(opened);
  });

  /** Writes the inputs of the result to the URL and to the last visit. */
  function keep(
    query: string,
    step: Step,
    fragment = hash.startsWith(scenarioFragmentStart) ? hash : '',
    delayMs = 0,
  ) {
    last.set({ url: query && `?${query}${fragment}` });
    writeUrl({ search: query && `?${query}`, hash: fragment }, step, delayMs);
  }

  /** @param step `edit` for a calculation that the user did not ask for: it shows no toast. */
  function calculate(terms: LoanRequestInput, step: Step, onError: (failure: Error) => void) {
    mutate(terms, {
      onSuccess: ({ data, msg }) => {
        setCalculation({ terms, result: data });
        last.set({ calculation: { terms, result: data } });
        if (step !== 'edit') toast.success(msg || loanMessages.calculationSuccessful);
      },
      onError,
      onSettled: () => keep(searchOf(terms), step),
    });
  }

  function fillForm(next: LoanRequestInput, itsCalculation?: Calculation) {
    stop();
    reset();
    setCalculation(itsCalculation);
    setCleared(undefined);
    // Retains the field references, so that a field can take the focus immediately.
    form.reset(next, { keepFieldsRef: true });
  }

  function clear() {
    const before = { inputs: form.getValues(), calculation, search: search.slice(1) };
    fillForm(emptyInputs);
    keep('', 'calculation');
    if (!areSameInputs(before.inputs, emptyInputs)) setCleared(before);
    form.setFocus(loanFields[0]);
  }

  function undoClear(before: Cleared) {
    fillForm(before.inputs, before.calculation);
    keep(before.search, 'calculation');
    form.setFocus(loanFields[0]);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    afterPaint(
      form.handleSubmit(
        (terms) =>
          calculate(terms, 'calculation', (failure) => {
            if (!showRefusedFields(failure)) reveal();
          }),
        (errors) => {
          const firstInvalid = loanFields.find((field) => errors[field]);
          if (firstInvalid) form.setFocus(firstInvalid);
        },
      ),
    );
  }

  function loadTerms(linked: LoanRequestInput | null) {
    const before = calculatedFor(linked);
    fillForm(linked ?? emptyInputs, before);
    if (!before && linked) calculateForm('same');
  }

  /** Uses the form's validation, so that invalid terms get an error at their fields. */
  function calculateForm(step: Step) {
    const onError = (failure: Error) => void showRefusedFields(failure, step !== 'edit');
    void form.handleSubmit((terms) => calculate(terms, step, onError))();
  }

  const settled = useDebouncedValue(searchOf(inputs), recalculateAfterMs);
  const recalculate = useEffectEvent((settledSearch: string) => {
    const isSettled = settledSearch === searchOf(inputs);
    if (!isSettled || isScenarioOpen || !calculation || areSameInputs(inputs, calculation.terms)) return;
    calculateForm('edit');
  });
  // Also runs for a new calculation, because a result may arrive after the change.
  useEffect(() => recalculate(settled), [settled, calculation]);

  // A step back may close the options; the loan without them may not have been computed.
  const wasScenarioOpen = useRef(isScenarioOpen);
  const closeScenario = useEffectEvent((isOpen: boolean) => {
    const isClosed = wasScenarioOpen.current && !isOpen;
    wasScenarioOpen.current = isOpen;
    const isComputed = calculation && areSameInputs(form.getValues(), calculation.terms);
    if (isClosed && !isComputed && !areSameInputs(form.getValues(), emptyInputs)) calculateForm('same');
  });
  useEffect(() => closeScenario(isScenarioOpen), [isScenarioOpen]);

  const restoreLastVisit = useEffectEvent(() => {
    const { url } = last.get();
    if (!search && !hash && url) void navigate(url, { replace: true, preventScrollReset: true });
  });

  const leave = useEffectEvent(stop);
  useEffect(() => {
    restoreLastVisit();
    return () => leave();
  }, []);

  return {
    form,
    submit,
    clear,
    undoClear: cleared && areSameInputs(inputs, emptyInputs) ? () => undoClear(cleared) : undefined,
    keep,
    inputs,
    calculation,
    isStale: calculation !== undefined && !areSameInputs(inputs, calculation.terms),
    error,
    retry: () => calculateForm('calculation'),
    isPending,
    isScenarioOpen,
    setScenarioOpen,
    openedFragment,
  };
}

export type LoanCalculator = ReturnType<typeof useLoanCalculator>;

/** Work in the event handler would delay the frame that shows the press. */
function afterPaint(work: () => unknown): void {
  requestAnimationFrame(() => setTimeout(work));
}
