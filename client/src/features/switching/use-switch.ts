import { switchLink } from 'contract/calculations/links.ts';
import {
  startTransition,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { type FieldPath, type Resolver, useForm } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { type Step, urlDelayMs, useTermsUrl } from '#parts/calculator/use-terms-url.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { newSwitch, switchFormPath, type SwitchInputs, switchRequest } from './switch-inputs.ts';
import { readSwitchLink } from './switch-link.ts';
import { type SwitchAnswer, useSwitchResult } from './switching.queries.ts';

/** Short enough for new figures within 150 ms of the last key. */
const recalculateAfterMs = 40;
/** After this time the previous result is dimmed. */
const slowMs = 300;

const schema = lazySchema(async () => (await import('contract/scenarios/switching-fields.ts')).SwitchBody);

const resolver: Resolver<SwitchInputs> = (values, context, options) =>
  contractResolver<SwitchInputs>({
    schema,
    toBody: switchRequest,
    fieldOf: (name) => switchFormPath(name, values),
  })(values, context, options);

const textOf = (inputs: SwitchInputs) => JSON.stringify(switchRequest(inputs));

/**
 * The form and its result. Valid changes after the first result are calculated while the user types; the URL's fragment
 * follows. Links and the browser's history change the form.
 */
export function useSwitch() {
  const form = useForm<SwitchInputs>({ resolver, defaultValues: newSwitch(), shouldFocusError: false });
  const [typed, setTyped] = useState(newSwitch);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // The form has some fifty fields: rendering it for each key in one task would delay the key after it.
        callback: ({ values }) => startTransition(() => setTyped(structuredClone(values))),
      }),
    [form],
  );
  const [requested, setRequested] = useState<{ inputs: SwitchInputs; step: Step } | null>(null);
  const [answer, setAnswer] = useState<SwitchAnswer>();
  const [unrecognized, setUnrecognized] = useState<string[]>([]);
  const { data, error, isFetching, refetch } = useSwitchResult(requested?.inputs ?? null);
  if (data && data !== answer) setAnswer(data);

  const text = textOf(typed);
  const requestedText = requested && textOf(requested.inputs);
  const isChanged = requested !== null && text !== requestedText;

  const request = useCallback(
    (inputs: SwitchInputs, step: Step) =>
      startTransition(() => setRequested({ inputs: structuredClone(inputs), step })),
    [],
  );

  const submit = useCallback(
    (event: SyntheticEvent) =>
      void form.handleSubmit((inputs) => {
        if (textOf(inputs) === requestedText) void refetch();
        else request(inputs, 'calculation');
      })(event),
    [form, requestedText, refetch, request],
  );

  /** Returns to the state without a result. */
  const leave = useCallback(() => {
    setRequested(null);
    setAnswer(undefined);
  }, []);

  const writeUrl = useTermsUrl(({ hash }) => {
    const read = readSwitchLink(hash);
    // A fragment without terms is a link to an element, such as the main content.
    if (!read && hash) return;
    // The result of the terms before may still arrive.
    setRequested(null);
    setUnrecognized(read?.unrecognized ?? []);
    form.reset(read?.inputs ?? newSwitch(), { keepSubmitCount: true });
    if (read) void form.handleSubmit((inputs) => request(inputs, 'same'), leave)();
    else leave();
  });

  const clear = useCallback(() => {
    form.reset(newSwitch(), { keepFieldsRef: true });
    leave();
    setUnrecognized([]);
    writeUrl({ search: '', hash: '' }, 'calculation');
    form.setFocus('total_loan_amount');
  }, [form, leave, writeUrl]);

  const settledText = useDebouncedValue(text, recalculateAfterMs);
  const recalculate = useEffectEvent(async (settled: string) => {
    if (!isChanged || settled !== text || !(await form.trigger())) return;
    // The inputs may have changed during the asynchronous validation.
    if (settled === textOf(form.getValues())) request(form.getValues(), 'edit');
  });
  // oxlint-disable-next-line react/set-state-in-effect -- after the check, which is asynchronous.
  useEffect(() => void recalculate(settledText), [settledText]);

  const link = answer ? switchLink(switchRequest(answer.inputs)) : '';
  const writeLink = useEffectEvent((current: string) => {
    const hash = current.slice(current.indexOf('#'));
    if (current && requested) writeUrl({ search: '', hash }, requested.step, urlDelayMs);
  });
  useEffect(() => writeLink(link), [link]);

  const showFieldErrors = useEffectEvent((failure: Error | null) => {
    const refused = Object.entries(detailsOf(failure));
    const fields = refused.map(([path]) => switchFormPath(path, typed) as FieldPath<SwitchInputs>);
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
    link,
    unrecognized,
  };
}
