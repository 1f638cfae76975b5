import type { LoanRequestInput } from 'contract/loans.ts';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { emptyInputs, inputsOf, loanFields, searchOf } from './loan-inputs.ts';
import { useCalculatePrincipal } from './loans.queries.ts';

const resolver = schemaResolver<LoanRequestInput>(async () => (await import('./loan-schema.ts')).LoanInputs);

/**
 * The calculator's form, its calculation, and the address that holds the inputs of what is shown.
 * @param reveal brings the outcome of a calculation that a person asked for into view.
 */
export function useLoanCalculator(reveal: () => void) {
  const { mutate, stop, reset: forget, data, error, isPending, variables } = useCalculatePrincipal();
  const form = useForm<LoanRequestInput>({
    resolver,
    defaultValues: emptyInputs,
    shouldFocusError: false,
  });
  const [search, setSearch] = useSearchParams();
  /** The query string of what is shown; another one comes from a link or the browser's history. */
  const shownSearch = useRef('');

  function showRefusedFields(failure: Error): boolean {
    if (!(failure instanceof ApiError)) return false;
    const refused = loanFields.filter((field) => failure.details[field]?.length);
    refused.forEach((field) => form.setError(field, { message: failure.details[field]?.join(' ') ?? '' }));
    if (refused[0]) form.setFocus(refused[0]);
    return refused.length > 0;
  }

  function keep(shown: string) {
    shownSearch.current = shown;
    setSearch(shown, { replace: true, preventScrollReset: true });
  }

  function calculate(inputs: LoanRequestInput) {
    mutate(inputs, {
      onSuccess: reveal,
      onError: (failure) => {
        if (!showRefusedFields(failure)) reveal();
      },
      onSettled: () => keep(searchOf(inputs)),
    });
  }

  function empty(inputs: LoanRequestInput) {
    stop();
    forget();
    // With its references to the fields, so that one of them can take the focus at once.
    form.reset(inputs, { keepFieldsRef: true });
  }

  function clear() {
    empty(emptyInputs);
    keep('');
    form.setFocus(loanFields[0]);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    afterPaint(
      form.handleSubmit(calculate, (errors) => {
        const firstInvalid = loanFields.find((field) => errors[field]);
        if (firstInvalid) form.setFocus(firstInvalid);
      }),
    );
  }

  const follow = useEffectEvent((next: URLSearchParams) => {
    if (shownSearch.current === next.toString()) return;
    shownSearch.current = next.toString();
    const linked = inputsOf(next);
    empty(linked ?? emptyInputs);
    // Through the form, so that what a bad link holds is refused beside its field.
    if (linked) void form.handleSubmit((inputs) => mutate(inputs, { onError: showRefusedFields }))();
  });

  const leave = useEffectEvent(() => {
    stop();
    shownSearch.current = '';
  });

  useEffect(() => follow(search), [search]);
  useEffect(() => () => leave(), []);

  return { form, submit, clear, result: data?.data, error, isPending, terms: variables };
}

/** Work in an event's own handler would hold up the frame that answers the press of the button. */
function afterPaint(work: () => unknown): void {
  requestAnimationFrame(() => setTimeout(work));
}
