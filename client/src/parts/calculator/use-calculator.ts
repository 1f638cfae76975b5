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
// oxlint-disable-next-line no-restricted-imports -- a calculator calculates while the user types.
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, Resolver } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusFirstRefused } from './focus-first-refused.ts';
import { useLastVisit } from './use-last-visit.ts';
import { type HistoryUpdate, partsOf, urlDelayMs, type UrlParts, useTermsUrl } from './use-terms-url.ts';

/** The definition of one calculator. `Inputs` are the form's values as typed, `Terms` the values that they represent. */
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
  /** Whether inputs are calculated with every change: one request at a time, then the newest inputs. */
  isLive?: (inputs: Inputs) => boolean;
  /** The toast after a calculation that was not caused by an edit. */
  successOf?: (result: Result) => string;
  /** The key of the last calculation, to which a later visit of the screen returns. In memory only. */
  lastVisitKey?: string;
}

/** A result with its terms. */
export interface CalculatorOutput<Terms, Result> {
  terms: Terms;
  result: Result;
  /** The absolute URL of the result. The page's URL may be updated later. */
  link: string;
}

interface CalculationRequest<Terms, Result> {
  terms: Terms;
  url: string;
  historyUpdate: HistoryUpdate;
  /** An earlier output for the same terms, which is not computed again. */
  knownOutput?: CalculatorOutput<Terms, Result>;
}

/** The state before Clear Form, for undoing it. */
interface ClearedForm<Inputs, Terms, Result> {
  inputs: Inputs;
  /** The URL of the emptied form. */
  url: string;
  currentRequest: CalculationRequest<Terms, Result> | null;
  output: CalculatorOutput<Terms, Result> | undefined;
}

export type Calculator<Inputs extends FieldValues, Terms, Result> = ReturnType<
  typeof useCalculator<Inputs, Terms, Result>
>;

const noParts: readonly string[] = [];
const defaultPauseMs = 400;
/** The pause between a response and the next request of live inputs: a slider moves every few milliseconds. */
const livePauseMs = 30;
/** After this time the previous result is dimmed. */
const slowMs = 300;
/** Short, because each keystroke may produce a result with a whole schedule. */
const cacheMs = 10_000;

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
  const [initialInputs] = useState(() => lastVisit?.inputs ?? initial());
  const form = useForm<Inputs>({ resolver, defaultValues: initialInputs, shouldFocusError: false });
  const [currentInputs, setCurrentInputs] = useState<Inputs>(initialInputs);
  const editedField = useRef('');
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values, name = '' }) => {
        editedField.current = name;
        // A transition, because a form may have fifty fields and rendering them would delay the next keystroke.
        startTransition(() => setCurrentInputs(structuredClone(values)));
      },
    });
    return unsubscribe;
  }, [form]);
  const [currentRequest, setCurrentRequest] = useState<CalculationRequest<Terms, Result> | null>(() => {
    if (!lastVisit) return null;
    const { terms, result } = lastVisit.output;
    return { terms, url: urlOf(terms, result), historyUpdate: 'same', knownOutput: lastVisit.output };
  });
  const [output, setOutput] = useState(lastVisit?.output);
  const [openedLink, setOpenedLink] = useState<{ url: string; unrecognized: readonly string[] }>();
  const [clearedForm, setClearedForm] = useState<ClearedForm<Inputs, Terms, Result>>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['calculator', currentRequest?.url],
    queryFn: currentRequest
      ? async ({ signal }) => {
          const { terms } = currentRequest;
          const result = await compute(terms, signal);
          return { terms, result, link: new URL(urlOf(terms, result), window.location.href).href };
        }
      : skipToken,
    initialData: () => currentRequest?.knownOutput,
    staleTime: Infinity,
    gcTime: cacheMs,
    // The failure is displayed at once, with a button that tries again.
    retry: false,
    refetchOnReconnect: false,
  });
  if (data && data !== output) setOutput(data);
  const latest = useRef({ currentRequest, output });
  useEffect(() => {
    latest.current = { currentRequest, output };
  });

  const currentUrl = urlOf(termsOf(currentInputs));
  const isChanged = currentRequest !== null && currentUrl !== currentRequest.url;

  const request = useCallback(
    (inputs: Inputs, historyUpdate: HistoryUpdate) => {
      const terms = termsOf(structuredClone(inputs));
      const url = urlOf(terms);
      // The Calculate button computes again, even for unchanged terms.
      if (historyUpdate === 'calculation')
        queries.removeQueries({ queryKey: ['calculator', url], exact: true });
      startTransition(() => setCurrentRequest({ terms, url, historyUpdate }));
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
  const discardResult = useCallback(() => {
    setCurrentRequest(null);
    setOutput(undefined);
    storeVisit(null);
  }, [storeVisit]);

  const writeUrl = useTermsUrl((openedUrl) => {
    const link = definition.read(openedUrl);
    // A URL without terms links to an element, such as the main content.
    if (!link && (openedUrl.hash || openedUrl.search)) return;
    const url = link ? urlOf(termsOf(link.inputs)) : '';
    if (link && url === currentRequest?.url) return;
    // The result of the previous terms may still arrive.
    setCurrentRequest(null);
    setClearedForm(undefined);
    setOpenedLink({ url, unrecognized: link?.unrecognized ?? [] });
    form.reset(link?.inputs ?? initial(), { keepSubmitCount: true });
    if (!link) return discardResult();
    const refuse = () => {
      discardResult();
      focusFirstRefused(form);
    };
    void form.handleSubmit((inputs) => request(inputs, 'same'), refuse)();
  });

  const clear = useCallback(() => {
    const inputs = structuredClone(form.getValues());
    const clearedInputs = clearedOf(inputs);
    const url = urlOf(termsOf(clearedInputs));
    setClearedForm(urlOf(termsOf(inputs)) === url ? undefined : { ...latest.current, inputs, url });
    form.reset(clearedInputs, { keepFieldsRef: true });
    discardResult();
    setOpenedLink(undefined);
    writeUrl({ search: '', hash: '' }, 'calculation');
    form.setFocus(firstField);
  }, [form, clearedOf, termsOf, urlOf, firstField, discardResult, writeUrl]);

  function undoClear({ inputs, ...previous }: ClearedForm<Inputs, Terms, Result>) {
    form.reset(inputs, { keepFieldsRef: true });
    setClearedForm(undefined);
    if (previous.currentRequest && previous.output) {
      setCurrentRequest({ ...previous.currentRequest, knownOutput: previous.output });
      writeUrl(partsOf(previous.output.link), 'calculation');
    }
    form.setFocus(firstField);
  }

  const isLive = definition.isLive?.(currentInputs) ?? false;
  const pauseMs = isLive ? livePauseMs : (definition.recalculateAfterMs ?? defaultPauseMs);
  const isDue = isLive ? !isFetching && currentUrl !== currentRequest?.url : isChanged;
  /** A change of this URL restarts the pause: for live inputs after each request, for others after each edit. */
  const pausedUrl = isLive ? (currentRequest?.url ?? '') : currentUrl;
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

  const scheduleUrl = (link: string, historyUpdate: HistoryUpdate) =>
    writeUrl(partsOf(link), historyUpdate, Math.max(urlDelayMs - pauseMs, 0));
  const onOutput = useEffectEvent(
    (
      newOutput: CalculatorOutput<Terms, Result>,
      { historyUpdate, knownOutput }: CalculationRequest<Terms, Result>,
    ) => {
      storeVisit(newOutput);
      if (newOutput === knownOutput) return;
      scheduleUrl(newOutput.link, historyUpdate);
      const success = typeof historyUpdate === 'string' && definition.successOf?.(newOutput.result);
      if (success) toast.success(success);
    },
  );
  useEffect(() => {
    if (data && currentRequest) onOutput(data, currentRequest);
  }, [data, currentRequest]);

  const isRefused = Object.keys(detailsOf(error)).length > 0;
  const onFailure = useEffectEvent(
    (failure: Error, { url, historyUpdate }: CalculationRequest<Terms, Result>) => {
      // The URL contains the terms, so that a reload does not lose them.
      if (!isRefused) return scheduleUrl(url, historyUpdate);
      for (const [path, reasons] of Object.entries(detailsOf(failure)))
        form.setError(definition.fieldOf(path, form.getValues()), { message: reasons.join(' ') });
      if (typeof historyUpdate === 'string') focusFirstRefused(form);
    },
  );
  useEffect(() => {
    if (error && currentRequest) onFailure(error, currentRequest);
  }, [error, currentRequest]);

  const isSlow = useDebouncedValue(isFetching ? 'fetching' : '', slowMs) !== '';
  const isStale = useDebouncedValue(isChanged ? 'changed' : '', slowMs) !== '';
  return {
    form,
    inputs: currentInputs,
    submit,
    clear,
    /** Undefined if there is nothing to undo. */
    undoClear: clearedForm && currentUrl === clearedForm.url ? () => undoClear(clearedForm) : undefined,
    output,
    error,
    isRefused,
    retry: submit,
    /** The failure of a calculation that the user requested, unless the fields display the reasons. */
    failure: error && !isRefused && currentRequest?.historyUpdate === 'calculation' ? error : undefined,
    isFetching,
    isSlow,
    isStale,
    /** The parts of the link that were not understood, until its terms change. */
    unrecognized:
      openedLink && (!currentRequest || currentRequest.url === openedLink.url)
        ? openedLink.unrecognized
        : noParts,
  };
}
