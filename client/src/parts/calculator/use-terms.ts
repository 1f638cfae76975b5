import { type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { recalculateAfterMs } from './recalculate.constants.ts';
import { showFieldErrors } from './show-field-errors.ts';
import { readRecord } from './method-record.ts';
import {
  initialTerms,
  readTerms,
  searchOf,
  formTerms,
  type TermsDefinition,
  termsOf,
  unrecognizedParts,
} from './terms.ts';
import { type Step, useTermsUrl } from './use-terms-url.ts';

/** The text of each field as typed. */
export type TypedTerms = Record<string, string>;

/**
 * The form of a calculator. The URL is the only state of the current result's terms. A submission writes the URL, and
 * so do valid changes after the first result; links and the browser's history change the URL, and the form follows.
 */
export function useTerms<Name extends string>(
  definition: TermsDefinition<Name>,
  resolver: Resolver<TypedTerms>,
) {
  const initial: TypedTerms = initialTerms(definition);
  const form = useForm<TypedTerms>({ resolver, defaultValues: initial, shouldFocusError: true });
  const { search, hash } = useLocation();
  const query = definition.isPrivate ? readRecord(hash).rest.slice(1) : search.slice(1);
  const linked = new URLSearchParams(query);
  const terms = termsOf(definition, linked);
  const lastStep = useRef<Step>('same');
  const typed = useWatch({ control: form.control });

  const writeUrl = useTermsUrl(() => {
    lastStep.current = 'same';
    form.reset(terms ? formTerms(definition, terms) : initial, { keepFieldsRef: true });
  });

  function write(next: string, step: Step) {
    lastStep.current = step;
    const urlParts = definition.isPrivate
      ? { search: '', hash: next && `#${next}` }
      : { search: next && `?${next}`, hash: '' };
    writeUrl(urlParts, step);
  }

  /** @param repeat called if the submitted terms are those of the current result. */
  const submit = (repeat: () => unknown) => (event: SyntheticEvent) => {
    void form.handleSubmit((values) => {
      const next = searchOf(definition, readTerms(definition, values));
      if (terms && next === searchOf(definition, terms)) repeat();
      else write(next, 'calculation');
    })(event);
  };

  function clear() {
    form.reset(initial, { keepFieldsRef: true });
    write('', 'calculation');
    form.setFocus(definition.fields[0]!.name);
  }

  const typedQuery = searchOf(definition, readTerms(definition, typed));
  const isChanged = terms !== null && typedQuery !== searchOf(definition, terms);
  const settledQuery = useDebouncedValue(typedQuery, recalculateAfterMs);
  const recalculate = useEffectEvent(async (settled: string) => {
    if (!isChanged || settled !== typedQuery || !(await form.trigger())) return;
    // The user may have typed during the asynchronous validation.
    if (settled === searchOf(definition, readTerms(definition, form.getValues()))) write(settled, 'edit');
  });
  useEffect(() => void recalculate(settledQuery), [settledQuery]);

  const unrecognized = terms ? unrecognizedParts(definition, linked) : [];
  return {
    form,
    typed,
    terms,
    unrecognized,
    submit,
    clear,
    isChanged,
    isEdited: () => lastStep.current === 'edit',
  };
}

/** Displays the server's field errors beside the fields. */
export function useRefusedFields(
  { form, isEdited }: { form: UseFormReturn<TypedTerms>; isEdited: () => boolean },
  { fields }: TermsDefinition,
  error: Error | null,
): void {
  const show = useEffectEvent((failure: Error | null) => {
    showFieldErrors(
      form,
      fields.map(({ name }) => name),
      failure,
      !isEdited(),
    );
  });
  useEffect(() => show(error), [error]);
}
