import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  startTransition,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, Resolver } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusFirstRefused } from './focus-first-refused.ts';
import { useLastVisit } from './use-last-visit.ts';
import { partsOf, type Step, urlDelayMs, type UrlParts, useTermsUrl } from './use-terms-url.ts';

/** What one calculator has of its own. `Inputs` are the form's values as typed, `Terms` are what they mean. */
export interface CalculatorDefinition<Inputs extends FieldValues, Terms, Result> {
  initial: () => Inputs & DefaultValues<Inputs>;
  /** The inputs after Clear Form, by default the initial ones. */
  cleared?: (inputs: Inputs) => Inputs & DefaultValues<Inputs>;
  firstField: FieldPath<Inputs>;
  resolver: Resolver<Inputs>;
  termsOf: (inputs: Inputs) => Terms;
  /** The inputs in a URL, not validated, with the parts that were not understood; null without inputs. */
  read: (url: UrlParts) => { inputs: Inputs & DefaultValues<Inputs>; unrecognized: string[] } | null;
  /**
   * The URL that makes the calculator compute the terms. Equal terms have equal URLs.
   * @param result a result may show that a part of the terms has no effect.
   */
  urlOf: (terms: Terms, result?: Result) => string;
  compute: (terms: Terms, signal: AbortSignal) => Promise<Result>;
  /** The form's path of a field that the server refused. */
  fieldOf: (wirePath: string, inputs: Inputs) => FieldPath<Inputs>;
  /** The pause in typing after which changed terms are recalculated. */
  recalculateAfterMs?: number;
  /** Inputs that are calculated with every change: one request at a time, then the newest inputs. */
  isLive?: (inputs: Inputs) => boolean;
  /** The toast after a calculation that does not follow the typing. */
  successOf?: (result: Result) => string;
  /** The key of the last calculation, to which a later visit of the screen returns. In memory only. */
  lastVisitKey?: string;
}

/** A result with its terms. */
export interface Answer<Terms, Result> {
  terms: Terms;
  result: Result;
  /** The absolute URL of the result, which the page's URL may follow later. */
  link: string;
}

interface Requested<Terms, Result> {
  terms: Terms;
  url: string;
  step: Step;
  /** A former answer, which need not be computed again. */
  known?: Answer<Terms, Result>;
}

/** For undoing Clear Form. */
interface Cleared<Inputs, Terms, Result> {
  inputs: Inputs;
  /** The URL of the emptied form. */
  url: string;
  requested: Requested<Terms, Result> | null;
  answer: Answer<Terms, Result> | undefined;
}

export type Calculator<Inputs extends FieldValues, Terms, Result> = ReturnType<
  typeof useCalculator<Inputs, Terms, Result>
>;

const none: readonly string[] = [];
const usualPauseMs = 400;
/** The pause between a response and the next request of live inputs: a slider moves every few milliseconds. */
const livePauseMs = 30;
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
  const { initial, cleared: clearedOf = initial, firstField, resolver } = definition;
  const { termsOf, urlOf, compute } = definition;
  const queries = useQueryClient();
  const { lastVisit, storeVisit } = useLastVisit(definition);
  const [start] = useState(() => lastVisit?.inputs ?? initial());
  const form = useForm<Inputs>({ resolver, defaultValues: start, shouldFocusError: false });
  const [typed, setTyped] = useState<Inputs>(start);
  const editedField = useRef('');
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name = '' }) => {
          editedField.current = name;
          // A form may have fifty fields: rendering it for each key in one task would delay the key after it.
          startTransition(() => setTyped(structuredClone(values)));
        },
      }),
    [form],
  );
  const [requested, setRequested] = useState<Requested<Terms, Result> | null>(() => {
    if (!lastVisit) return null;
    const { terms, result } = lastVisit.answer;
    return { terms, url: urlOf(terms, result), step: 'same', known: lastVisit.answer };
  });
  const [answer, setAnswer] = useState(lastVisit?.answer);
  const [linked, setLinked] = useState<{ url: string; unrecognized: readonly string[] }>();
  const [cleared, setCleared] = useState<Cleared<Inputs, Terms, Result>>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['calculator', requested?.url],
    queryFn: requested
      ? async ({ signal }) => {
          const { terms } = requested;
          const result = await compute(terms, signal);
          return { terms, result, link: new URL(urlOf(terms, result), window.location.href).href };
        }
      : skipToken,
    initialData: () => requested?.known,
    staleTime: Infinity,
    gcTime: cachedMs,
    // The failure is displayed at once, with a button that tries again.
    retry: false,
    refetchOnReconnect: false,
  });
  if (data && data !== answer) setAnswer(data);
  const current = useRef({ requested, answer });
  useEffect(() => {
    current.current = { requested, answer };
  });

  const typedUrl = urlOf(termsOf(typed));
  const isChanged = requested !== null && typedUrl !== requested.url;

  const request = useCallback(
    (inputs: Inputs, step: Step) => {
      const terms = termsOf(structuredClone(inputs));
      const url = urlOf(terms);
      // The user asks for a new calculation, even of the same terms.
      if (step === 'calculation') queries.removeQueries({ queryKey: ['calculator', url], exact: true });
      startTransition(() => setRequested({ terms, url, step }));
    },
    [queries, termsOf, urlOf],
  );

  const submit = useCallback(
    (event?: SyntheticEvent) =>
      void form.handleSubmit(
        (inputs) => request(inputs, 'calculation'),
        () => focusFirstRefused(form),
      )(event),
    [form, request],
  );

  /** Returns to the state without a result. */
  const leave = useCallback(() => {
    setRequested(null);
    setAnswer(undefined);
    storeVisit(null);
  }, [storeVisit]);

  const writeUrl = useTermsUrl((opened) => {
    const read = definition.read(opened);
    // Without terms, it is a link to an element, such as the main content.
    if (!read && (opened.hash || opened.search)) return;
    const url = read ? urlOf(termsOf(read.inputs)) : '';
    if (read && url === requested?.url) return;
    // The result of the terms before may still arrive.
    setRequested(null);
    setCleared(undefined);
    setLinked({ url, unrecognized: read?.unrecognized ?? [] });
    form.reset(read?.inputs ?? initial(), { keepSubmitCount: true });
    if (!read) return leave();
    const refuse = () => {
      leave();
      focusFirstRefused(form);
    };
    void form.handleSubmit((inputs) => request(inputs, 'same'), refuse)();
  });

  const clear = useCallback(() => {
    const inputs = structuredClone(form.getValues());
    const emptied = clearedOf(inputs);
    const url = urlOf(termsOf(emptied));
    setCleared(urlOf(termsOf(inputs)) === url ? undefined : { ...current.current, inputs, url });
    form.reset(emptied, { keepFieldsRef: true });
    leave();
    setLinked(undefined);
    writeUrl({ search: '', hash: '' }, 'calculation');
    form.setFocus(firstField);
  }, [form, clearedOf, termsOf, urlOf, firstField, leave, writeUrl]);

  function undoClear({ inputs, ...before }: Cleared<Inputs, Terms, Result>) {
    form.reset(inputs, { keepFieldsRef: true });
    setCleared(undefined);
    if (before.requested && before.answer) {
      setRequested({ ...before.requested, known: before.answer });
      writeUrl(partsOf(before.answer.link), 'calculation');
    }
    form.setFocus(firstField);
  }

  const isLive = definition.isLive?.(typed) ?? false;
  const pauseMs = isLive ? livePauseMs : (definition.recalculateAfterMs ?? usualPauseMs);
  const isDue = isLive ? !isFetching && typedUrl !== requested?.url : isChanged;
  /** The pause begins anew with it: for live inputs after each request, for others after each change. */
  const pausedUrl = isLive ? (requested?.url ?? '') : typedUrl;
  const recalculate = useEffectEvent(async (url: string) => {
    if (!(await form.trigger())) return;
    // The inputs may have changed during the asynchronous validation.
    const inputs = form.getValues();
    if (isLive || url === urlOf(termsOf(inputs))) request(inputs, { edited: editedField.current });
  });
  useEffect(() => {
    if (!isDue) return;
    const pause = setTimeout(() => void recalculate(pausedUrl), pauseMs);
    return () => clearTimeout(pause);
  }, [isDue, pausedUrl, pauseMs]);

  const follow = (link: string, step: Step) =>
    writeUrl(partsOf(link), step, Math.max(urlDelayMs - pauseMs, 0));
  const settle = useEffectEvent(
    (arrived: Answer<Terms, Result>, { step, known }: Requested<Terms, Result>) => {
      storeVisit(arrived);
      if (arrived === known) return;
      follow(arrived.link, step);
      const success = typeof step === 'string' && definition.successOf?.(arrived.result);
      if (success) toast.success(success);
    },
  );
  useEffect(() => {
    if (data && requested) settle(data, requested);
  }, [data, requested]);

  const isRefused = Object.keys(detailsOf(error)).length > 0;
  const fail = useEffectEvent((failure: Error, { url, step }: Requested<Terms, Result>) => {
    // Reloading the page does not lose the terms.
    if (!isRefused) return follow(url, step);
    for (const [path, reasons] of Object.entries(detailsOf(failure)))
      form.setError(definition.fieldOf(path, form.getValues()), { message: reasons.join(' ') });
    if (typeof step === 'string') focusFirstRefused(form);
  });
  useEffect(() => {
    if (error && requested) fail(error, requested);
  }, [error, requested]);

  const isSlow = useDebouncedValue(isFetching ? 'fetching' : '', slowMs) !== '';
  const isStale = useDebouncedValue(isChanged ? 'changed' : '', slowMs) !== '';
  return {
    form,
    typed,
    submit,
    clear,
    /** Undefined if there is nothing to undo. */
    undoClear: cleared && typedUrl === cleared.url ? () => undoClear(cleared) : undefined,
    answer,
    error,
    isRefused,
    retry: submit,
    /** The failure, without reasons at the fields, of a calculation that the user asked for. */
    failure: error && !isRefused && requested?.step === 'calculation' ? error : undefined,
    isFetching,
    isSlow,
    isStale,
    /** The parts of the link that were not understood, until its terms change. */
    unrecognized: linked && (!requested || requested.url === linked.url) ? linked.unrecognized : none,
  };
}
