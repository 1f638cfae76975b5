import { startTransition, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import { messages } from 'contract/texts.ts';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { CalculatorDefinition, CalculatorState } from './calculator-definition.ts';
import { focusFirstRefused } from './focus-first-refused.ts';
import { nextTask } from './run-slices.ts';
import { type CalculationRequest, type Compute, slowMs, useCalculation } from './use-calculation.ts';
import { useCalculatorLink } from './use-calculator-link.ts';
import { useInputs, useOnEdit } from './use-inputs.ts';
import { type HistoryUpdate, partsOf } from './use-terms-url.ts';

export type Calculator<Inputs extends FieldValues, Terms, Result> = ReturnType<
  typeof useCalculator<Inputs, Terms, Result>
>;

/**
 * The form of a calculator and its result. After the first result, each valid change is calculated at once and the URL
 * follows, unless the terms do not belong in one. Links and the browser's history change the form.
 */
export function useCalculator<Inputs extends FieldValues, Terms, Result>(
  definition: CalculatorDefinition<Inputs, Terms, Result>,
  restored?: CalculatorState<Inputs, Terms, Result>,
) {
  const { initial, cleared = initial, firstField, termsOf, urlOf, fieldOf, load } = definition;
  const hasLink = definition.keyOf === undefined;
  const keyOf = definition.keyOf ?? urlOf;
  const { form, inputs } = useInputs(
    definition.resolver,
    () => restored?.inputs ?? initial(),
    restored?.errors,
  );
  /** An object, so that each link moves the focus. */
  const [openField, setOpenField] = useState<{ name: string }>();
  /** Whether the first figures of a link are still computed. */
  const [isOpening, setOpening] = useState(false);
  /** Whether edits are calculated: after the first calculation of the button or a link. */
  const isActive = useRef(restored?.output !== undefined);

  const compute = useCallback(
    async (terms: Terms, signal: AbortSignal) => (await load())(terms, signal),
    [load],
  );
  useEffect(() => {
    // A failure is reported by the calculation, which loads the engine again.
    load().catch(() => undefined);
  }, [load]);

  const refuse = useCallback(
    (error: unknown, { historyUpdate }: CalculationRequest<Terms, Result>) => {
      const details = Object.entries(detailsOf(error));
      for (const [path, reasons] of details)
        form.setError(fieldOf(path, form.getValues()), { message: reasons.join(' ') });
      if (details.length > 0 && typeof historyUpdate === 'string') focusFirstRefused(form);
      return details.length > 0;
    },
    [form, fieldOf],
  );
  const calculation = useCalculation<Terms, Result>(restored?.output, refuse);
  const { output, failure, isPending, completed, calculate, replaceOutput, stop } = calculation;

  const run = useCallback(
    async (historyUpdate: HistoryUpdate, computeTerms: Compute<Terms, Result>) => {
      const terms = termsOf(structuredClone(form.getValues()));
      const { href: link } = new URL(urlOf(terms), window.location.href);
      await calculate({ terms, link, historyUpdate, compute: computeTerms });
    },
    [form, termsOf, urlOf, calculate],
  );

  /** Calculates valid inputs, and moves the focus to the first invalid one. */
  const validate = useCallback(
    (
      historyUpdate: HistoryUpdate,
      computeTerms: Compute<Terms, Result>,
      onInvalid?: (errors: FieldErrors<Inputs>) => void,
    ) => {
      const wasActive = isActive.current;
      // Edits during the validation are calculated, too.
      isActive.current = true;
      const submitted = form.handleSubmit(
        () => run(historyUpdate, computeTerms),
        (errors) => {
          isActive.current = wasActive;
          toast.closeSuccess();
          focusFirstRefused(form);
          onInvalid?.(errors);
        },
      )();
      // With the result, which is rendered in a transition, too.
      void submitted.finally(() => startTransition(() => setOpening(false)));
    },
    [form, run],
  );

  const { writeUrl, unrecognized, forgetLink } = useCalculatorLink(
    definition,
    { form, inputs, output, completed },
    (linkInputs, linkField) => {
      isActive.current = linkField !== undefined;
      const isValidated = linkInputs !== undefined && linkField === undefined;
      // The validation replaces the errors, which a page of the server may have already.
      form.reset(linkInputs ?? initial(), { keepSubmitCount: true, keepErrors: isValidated });
      setOpenField(linkField === undefined ? undefined : { name: linkField });
      setOpening(isValidated);
      // Also ends the calculation of the former terms, whose URL would take the place of this one.
      replaceOutput(isValidated ? output : undefined);
      if (isValidated)
        validate('same', compute, (errors) => {
          replaceOutput(undefined);
          const missing = Object.values(errors);
          if (missing.some((error) => error?.message !== messages.required)) return;
          // A link that only leaves terms to the user asks for the first of them.
          form.clearErrors();
          isActive.current = missing.length === 1;
        });
    },
  );
  useEffect(() => {
    if (openField) document.getElementsByName(openField.name)[0]?.focus();
  }, [openField]);

  useOnEdit(form, async (name) => {
    if (!hasLink || !isActive.current) return;
    // The key is displayed first: validating renders the form once more.
    await nextTask();
    const isValid = await form.trigger();
    if (!isActive.current) return;
    const isCalculated = output && !failure && keyOf(termsOf(form.getValues())) === keyOf(output.terms);
    if (isValid && !isCalculated) await run({ edited: name }, compute);
    else stop();
  });

  const { submit: computeSubmitted = compute } = definition;
  const submit = useCallback(
    (event?: SyntheticEvent) => {
      event?.preventDefault();
      validate('calculation', computeSubmitted);
    },
    [validate, computeSubmitted],
  );

  /** Fills the form, with a result or without one. */
  const restore = useCallback(
    (state: CalculatorState<Inputs, Terms, Result>) => {
      isActive.current = false;
      form.reset(state.inputs, { keepFieldsRef: true });
      replaceOutput(state.output);
      isActive.current = state.output !== undefined;
      forgetLink();
      writeUrl(state.output ? partsOf(state.output.link) : { search: '', hash: '' }, 'form');
      form.setFocus(firstField);
      // What was refused, or not calculated yet.
      if (state.output && keyOf(termsOf(state.inputs)) !== keyOf(state.output.terms))
        validate('same', compute);
    },
    [form, firstField, keyOf, termsOf, replaceOutput, writeUrl, forgetLink, validate, compute],
  );

  const clear = useCallback(
    () => restore({ inputs: cleared(structuredClone(form.getValues())), output: undefined }),
    [form, cleared, restore],
  );

  const isChanged = output !== undefined && keyOf(termsOf(inputs)) !== keyOf(output.terms);
  return {
    form,
    inputs,
    submit,
    clear,
    restore,
    output,
    hasLink,
    hiddenFields: definition.hiddenFields,
    error: failure?.error ?? null,
    /** The failure of a calculation that the user requested. */
    requestedFailure: failure?.isRequested ? failure.error : undefined,
    isPending,
    isOpening,
    /** Whether the result is that of other terms, such as the last valid ones. */
    isStale: useDebouncedValue(isChanged ? 'changed' : '', slowMs) !== '',
    /** The parts of the link that were not understood, until its terms change. */
    unrecognized,
  };
}
