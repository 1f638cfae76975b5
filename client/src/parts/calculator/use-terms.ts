import { type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { showRefusals } from './show-refusals.ts';
import { initialTerms, readTerms, searchOf, shownTerms, type TermsDefinition, termsOf } from './terms.ts';

/** As typed. */
export type TypedTerms = Record<string, string>;

/**
 * A calculator's form. The URL alone holds the terms of the shown result: a submission writes it, links and the
 * browser's history change it.
 */
export function useTerms<Name extends string>(
  definition: TermsDefinition<Name>,
  resolver: Resolver<TypedTerms>,
) {
  const initial: TypedTerms = initialTerms(definition);
  const form = useForm<TypedTerms>({ resolver, defaultValues: initial, shouldFocusError: true });
  const [search, setSearch] = useSearchParams();
  const terms = termsOf(definition, search);
  const written = useRef<string>(null);
  const typed = useWatch({ control: form.control });

  function write(query: string) {
    written.current = query;
    setSearch(query, { replace: true, preventScrollReset: true });
  }

  /** @param repeat called if the terms are those already shown. */
  const submit = (repeat: () => unknown) => (event: SyntheticEvent) => {
    void form.handleSubmit((values) => {
      const query = searchOf(definition, readTerms(definition, values));
      if (terms && query === searchOf(definition, terms)) repeat();
      else write(query);
    })(event);
  };

  function clear() {
    form.reset(initial, { keepFieldsRef: true });
    write('');
    form.setFocus(definition.fields[0]!.name);
  }

  const follow = useEffectEvent((query: string) => {
    if (written.current === query) return;
    written.current = query;
    form.reset(terms ? shownTerms(definition, terms) : initial, { keepFieldsRef: true });
  });
  const query = search.toString();
  useEffect(() => follow(query), [query]);

  const isChanged =
    terms !== null && searchOf(definition, readTerms(definition, typed)) !== searchOf(definition, terms);

  return { form, typed, terms, submit, clear, isChanged };
}

/** Shows the server's field errors beside the fields. */
export function useRefusedFields(
  form: UseFormReturn<TypedTerms>,
  { fields }: TermsDefinition,
  error: Error | null,
): void {
  const show = useEffectEvent((failure: Error | null) => {
    showRefusals(
      form,
      fields.map(({ name }) => name),
      failure,
    );
  });
  useEffect(() => show(error), [error]);
}
