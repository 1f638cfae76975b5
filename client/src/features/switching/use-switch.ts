import { switchLink } from 'contract/calculations/links.ts';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
// oxlint-disable-next-line no-restricted-imports -- it calculates while the user types.
import { type FieldPath, type Resolver, useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { readRecord } from '#parts/calculator/method-record.ts';
import { type Step, useWriteUrl } from '#parts/calculator/use-write-url.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { newSwitch, switchFormPath, type SwitchInputs, switchRequest } from './switch-inputs.ts';
import { readSwitchLink } from './switch-link.ts';
import { type SwitchAnswer, useSwitchResult } from './switching.queries.ts';

/** Short enough for new figures within 150 ms of the last key. */
const recalculateAfterMs = 40;
/** Browsers refuse frequent changes of the URL. */
const writeUrlAfterMs = 500;
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
  const hash = readRecord(useLocation().hash).rest;
  const form = useForm<SwitchInputs>({ resolver, defaultValues: newSwitch(), shouldFocusError: false });
  const typed = useWatch({ control: form.control }) as SwitchInputs;
  const [requested, setRequested] = useState<SwitchInputs | null>(null);
  const [answer, setAnswer] = useState<SwitchAnswer>();
  const [unrecognized, setUnrecognized] = useState<string[]>([]);
  const { data, error, isFetching, refetch } = useSwitchResult(requested);
  if (data && data !== answer) setAnswer(data);

  const lastStep = useRef<Step>('same');
  const writtenHash = useRef('');
  const writeUrl = useWriteUrl();

  function write(next: string, step: Step) {
    writtenHash.current = next;
    writeUrl({ search: '', hash: next }, step);
  }

  function calculate(inputs: SwitchInputs, step: Step) {
    lastStep.current = step;
    if (requested && textOf(inputs) === textOf(requested)) void refetch();
    else setRequested(structuredClone(inputs));
  }

  const submit = (event: SyntheticEvent) =>
    void form.handleSubmit((inputs) => calculate(inputs, 'calculation'))(event);

  /** Returns to the state without a result. */
  function leave() {
    setRequested(null);
    setAnswer(undefined);
  }

  function clear() {
    form.reset(newSwitch(), { keepFieldsRef: true });
    leave();
    setUnrecognized([]);
    write('', 'calculation');
    form.setFocus('total_loan_amount');
  }

  const text = textOf(typed);
  const isChanged = requested !== null && text !== textOf(requested);
  const settledText = useDebouncedValue(text, recalculateAfterMs);
  const recalculate = useEffectEvent(async (settled: string) => {
    if (!isChanged || settled !== text || !(await form.trigger())) return;
    // The inputs may have changed during the asynchronous validation.
    if (settled === textOf(form.getValues())) calculate(form.getValues(), 'edit');
  });
  // oxlint-disable-next-line react/set-state-in-effect -- after the check, which is asynchronous.
  useEffect(() => void recalculate(settledText), [settledText]);

  const link = answer ? switchLink(switchRequest(answer.inputs)) : '';
  const settledLink = useDebouncedValue(link, writeUrlAfterMs);
  const writeSettledLink = useEffectEvent((settled: string) => {
    if (settled && settled === link) write(settled.slice(settled.indexOf('#')), lastStep.current);
  });
  useEffect(() => writeSettledLink(settledLink), [settledLink]);

  const loadLink = useEffectEvent((next: string) => {
    if (writtenHash.current === next) return;
    const read = readSwitchLink(next);
    // A fragment without terms is a link to an element, such as the main content.
    if (!read && next) return;
    writtenHash.current = next;
    setUnrecognized(read?.unrecognized ?? []);
    form.reset(read?.inputs ?? newSwitch(), { keepSubmitCount: true });
    if (read) void form.handleSubmit((inputs) => calculate(inputs, 'same'), leave)();
    else leave();
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the URL is outside of React.
  useEffect(() => loadLink(hash), [hash]);

  const showFieldErrors = useEffectEvent((failure: Error | null) => {
    const refused = Object.entries(detailsOf(failure));
    const fields = refused.map(([path]) => switchFormPath(path, typed) as FieldPath<SwitchInputs>);
    for (const [index, field] of fields.entries())
      form.setError(field, { message: refused[index]?.[1].join(' ') ?? '' });
    const [first] = fields;
    if (first && lastStep.current !== 'edit') form.setFocus(first);
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
