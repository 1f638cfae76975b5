import { skipToken, useQuery } from '@tanstack/react-query';
import {
  startTransition,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, Resolver } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { recalculateAfterMs } from './recalculate.constants.ts';
import { type Step, urlDelayMs, type UrlParts, useTermsUrl } from './use-terms-url.ts';

/** What one calculator has of its own. `Inputs` are the form's values as typed, `Terms` are what they mean. */
export interface CalculatorDefinition<Inputs extends FieldValues, Terms, Result> {
  initial: () => Inputs & DefaultValues<Inputs>;
  firstField: FieldPath<Inputs>;
  resolver: Resolver<Inputs>;
  termsOf: (inputs: Inputs) => Terms;
  /** The inputs in a URL, not validated, with the parts that were not understood; null without inputs. */
  read: (url: UrlParts) => { inputs: Inputs & DefaultValues<Inputs>; unrecognized: string[] } | null;
  /** The URL that makes the calculator compute the terms. Equal terms have equal URLs. */
  urlOf: (terms: Terms) => string;
  compute: (terms: Terms, signal: AbortSignal) => Promise<Result>;
  /** The form's path of a field that the server refused. */
  fieldOf: (wirePath: string, inputs: Inputs) => FieldPath<Inputs>;
  /** The pause in typing after which changed terms are recalculated. */
  recalculateAfterMs?: number;
}

/** A result with its terms. */
export interface Answer<Terms, Result> {
  terms: Terms;
  result: Result;
  /** The absolute URL of the result, which the page's URL may follow later. */
  link: string;
}

export type Calculator<Inputs extends FieldValues, Terms, Result> = ReturnType<
  typeof useCalculator<Inputs, Terms, Result>
>;

const none: readonly string[] = [];
/** After this time the previous result is dimmed. */
const slowMs = 300;
/** Short, because each key may produce a result with a whole schedule. */
const cachedMs = 10_000;

/**
 * The form of a calculator and its result. Valid changes after the first result are calculated while the user types;
 * the URL follows. Links and the browser's history change the form.
 */
export function useCalculator<Inputs extends FieldValues, Terms, Result>(
  definition: CalculatorDefinition<Inputs, Terms, Result>,
) {
  const { initial, resolver, termsOf, urlOf, compute } = definition;
  const { recalculateAfterMs: pauseMs = recalculateAfterMs } = definition;
  const form = useForm<Inputs>({ resolver, defaultValues: initial(), shouldFocusError: false });
  const [typed, setTyped] = useState<Inputs>(initial);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // A form may have fifty fields: rendering it for each key in one task would delay the key after it.
        callback: ({ values }) => startTransition(() => setTyped(structuredClone(values))),
      }),
    [form],
  );
  const [requested, setRequested] = useState<{ terms: Terms; url: string; step: Step } | null>(null);
  const [answer, setAnswer] = useState<Answer<Terms, Result>>();
  const [linked, setLinked] = useState<{ url: string; unrecognized: readonly string[] }>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['calculator', requested?.url],
    queryFn: requested
      ? async ({ signal }) => {
          const { terms, url } = requested;
          const link = new URL(url, window.location.href).href;
          return { terms, link, result: await compute(terms, signal) };
        }
      : skipToken,
    staleTime: Infinity,
    gcTime: cachedMs,
  });
  if (data && data !== answer) setAnswer(data);

  const typedUrl = urlOf(termsOf(typed));
  const isChanged = requested !== null && typedUrl !== requested.url;

  const request = useCallback(
    (inputs: Inputs, step: Step) => {
      const terms = termsOf(structuredClone(inputs));
      startTransition(() => setRequested({ terms, url: urlOf(terms), step }));
    },
    [termsOf, urlOf],
  );

  const requestedUrl = requested?.url;
  const submit = useCallback(
    (event: SyntheticEvent) =>
      void form.handleSubmit((inputs) => {
        if (urlOf(termsOf(inputs)) === requestedUrl) void refetch();
        else request(inputs, 'calculation');
      })(event),
    [form, termsOf, urlOf, requestedUrl, refetch, request],
  );

  /** Returns to the state without a result. */
  const leave = useCallback(() => {
    setRequested(null);
    setAnswer(undefined);
  }, []);

  const writeUrl = useTermsUrl((opened) => {
    const read = definition.read(opened);
    // Without terms, it is a link to an element, such as the main content.
    if (!read && (opened.hash || opened.search)) return;
    const url = read ? urlOf(termsOf(read.inputs)) : '';
    if (read && url === requested?.url) return;
    // The result of the terms before may still arrive.
    setRequested(null);
    setLinked({ url, unrecognized: read?.unrecognized ?? [] });
    form.reset(read?.inputs ?? initial(), { keepSubmitCount: true });
    if (read) void form.handleSubmit((inputs) => request(inputs, 'same'), leave)();
    else leave();
  });

  const { firstField } = definition;
  const clear = useCallback(() => {
    form.reset(initial(), { keepFieldsRef: true });
    leave();
    setLinked(undefined);
    writeUrl({ search: '', hash: '' }, 'calculation');
    form.setFocus(firstField);
  }, [form, initial, firstField, leave, writeUrl]);

  const settledUrl = useDebouncedValue(typedUrl, pauseMs);
  const recalculate = useEffectEvent(async (settled: string) => {
    if (!isChanged || settled !== typedUrl || !(await form.trigger())) return;
    // The inputs may have changed during the asynchronous validation.
    const inputs = form.getValues();
    if (settled === urlOf(termsOf(inputs))) request(inputs, 'edit');
  });
  // oxlint-disable-next-line react/set-state-in-effect -- after the check, which is asynchronous.
  useEffect(() => void recalculate(settledUrl), [settledUrl]);

  const writeLink = useEffectEvent((link: string) => {
    const { search, hash } = new URL(link);
    if (requested) writeUrl({ search, hash }, requested.step, Math.max(urlDelayMs - pauseMs, 0));
  });
  const link = answer?.link;
  useEffect(() => {
    if (link !== undefined) writeLink(link);
  }, [link]);

  const showFieldErrors = useEffectEvent((failure: Error | null) => {
    const refused = Object.entries(detailsOf(failure));
    const fields = refused.map(([path]) => definition.fieldOf(path, typed));
    for (const [index, field] of fields.entries())
      form.setError(field, { message: refused[index]?.[1].join(' ') ?? '' });
    const [first] = fields;
    if (first && requested?.step !== 'edit') form.setFocus(first);
  });
  useEffect(() => showFieldErrors(error), [error]);

  const isSlow = useDebouncedValue(isFetching ? 'fetching' : '', slowMs) !== '';
  const isStale = useDebouncedValue(isChanged ? 'changed' : '', slowMs) !== '';
  return {
    form,
    typed,
    submit,
    clear,
    answer,
    error,
    retry: refetch,
    isFetching,
    isSlow,
    isStale,
    /** The parts of the link that were not understood, until its terms change. */
    unrecognized: linked && (!requested || requested.url === linked.url) ? linked.unrecognized : none,
  };
}
