import { useQueryClient } from '@tanstack/react-query';
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
import { showRefusals } from '#parts/calculator/show-refusals.ts';
import { useReplaceAddress } from '#parts/calculator/use-replace-address.ts';
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
 * The calculator's form, its calculation, and the URL with the inputs of the shown result.
 * @param reveal scrolls to the result of a calculation that the user started.
 */
export function useLoanCalculator(reveal: () => void) {
  const { mutate, stop, reset: forget, error, isPending } = useCalculatePrincipal();
  const form = useForm<LoanRequestInput>({
    resolver,
    defaultValues: emptyInputs,
    shouldFocusError: false,
  });
  const inputs = useWatch({ control: form.control }) as LoanRequestInput;
  const { search, hash } = useLocation();
  const last = lastVisit(useQueryClient());
  // Restored at once after a step back, so that the scroll position fits.
  const [calculation, setCalculation] = useState(() => calculatedFor(inputsOf(new URLSearchParams(search))));
  const [cleared, setCleared] = useState<Cleared>();
  const navigate = useNavigate();
  const replaceAddress = useReplaceAddress();
  /** The query string of the shown result; a different one comes from a link or the browser's history. */
  const shownSearch = useRef('');

  function calculatedFor(linked: LoanRequestInput | null): Calculation | undefined {
    const { calculation: before } = last.get();
    return linked && before && areSameInputs(linked, before.terms) ? before : undefined;
  }

  const showRefusedFields = (failure: Error) => showRefusals(form, loanFields, failure);

  /** Writes the shown inputs into the URL and the memory of the last visit. */
  function keep(shown: string, fragment = hash) {
    shownSearch.current = shown;
    last.set({ address: shown && `?${shown}${fragment}` });
    replaceAddress({ search: shown && `?${shown}`, hash: fragment });
  }

  function calculate(terms: LoanRequestInput, onSuccess: () => void, onError: (failure: Error) => void) {
    mutate(terms, {
      onSuccess: ({ data }) => {
        setCalculation({ terms, result: data });
        last.set({ calculation: { terms, result: data } });
        onSuccess();
      },
      onError: (failure) => {
        setCalculation(undefined);
        onError(failure);
      },
      onSettled: () => keep(searchOf(terms)),
    });
  }

  function empty(next: LoanRequestInput, shown?: Calculation) {
    stop();
    forget();
    setCalculation(shown);
    setCleared(undefined);
    // With its references to the fields, so that one of them can take the focus at once.
    form.reset(next, { keepFieldsRef: true });
  }

  function clear() {
    const before = { inputs: form.getValues(), calculation, search: shownSearch.current };
    empty(emptyInputs);
    keep('');
    if (!areSameInputs(before.inputs, emptyInputs)) setCleared(before);
    form.setFocus(loanFields[0]);
  }

  function undoClear(before: Cleared) {
    empty(before.inputs, before.calculation);
    keep(before.search);
    form.setFocus(loanFields[0]);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    afterPaint(
      form.handleSubmit(
        (terms) =>
          calculate(terms, reveal, (failure) => {
            if (!showRefusedFields(failure)) reveal();
          }),
        (errors) => {
          const firstInvalid = loanFields.find((field) => errors[field]);
          if (firstInvalid) form.setFocus(firstInvalid);
        },
      ),
    );
  }

  const follow = useEffectEvent((next: string) => {
    const params = new URLSearchParams(next);
    if (shownSearch.current === params.toString()) return;
    shownSearch.current = params.toString();
    const linked = inputsOf(params);
    const before = calculatedFor(linked);
    empty(linked ?? emptyInputs, before);
    if (before) return;
    // Through the form, so that invalid inputs of a link are refused beside their fields.
    if (linked) void form.handleSubmit((terms) => calculate(terms, () => undefined, showRefusedFields))();
  });

  const resume = useEffectEvent(() => {
    const { address } = last.get();
    if (!search && !hash && address) void navigate(address, { replace: true, preventScrollReset: true });
  });

  const leave = useEffectEvent(() => {
    stop();
    shownSearch.current = '';
  });

  useEffect(() => follow(search), [search]);
  useEffect(() => {
    resume();
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
    isPending,
  };
}

export type LoanCalculator = ReturnType<typeof useLoanCalculator>;

/** Work in the event handler would delay the frame that shows the press. */
function afterPaint(work: () => unknown): void {
  requestAnimationFrame(() => setTimeout(work));
}
