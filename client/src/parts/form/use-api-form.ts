import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { whenIdle } from '#parts/when-idle.ts';
import { contractResolver, lazySchema, type LoadSchema } from './contract-resolver.ts';

interface ApiFormOptions<Input extends FieldValues, Body, Result> {
  /** New values replace unedited fields. */
  values: Input;
  /** Also edited ones, as in filters, which follow links and the browser's history. */
  replacesEdits?: boolean;
  /** The contract's schema of the body. */
  schema?: LoadSchema;
  /** What is sent; the values themselves by default. */
  toBody?: (input: Input, intent: string | undefined) => Body;
  /** The form's field by the contract's name, where they differ. */
  fieldNames?: Readonly<Record<string, Path<Input>>>;
  onSubmit: (body: Body) => Promise<Result> | Result;
  onSaved?: (result: Result, intent: string | undefined) => void;
  /** Of a query with these values: its refusals stand at the fields, too. */
  queryError?: Error | null;
}

export interface ApiForm<Input extends FieldValues> extends UseFormReturn<Input> {
  /** Of the form's element. */
  id: string;
  /** Does nothing while another submit is in flight. Resolves to whether the form was saved. */
  submit: (intent?: string) => Promise<boolean>;
  /** The submit in flight, by its button. */
  inFlight: { intent: string | undefined } | null;
  /** Of the last submit. */
  failure: Error | null;
  /** Whether fields show the failure. */
  isFieldRefused: boolean;
  clearFailure: () => void;
}

/**
 * A form that sends a body of the contract. The contract's schema and the server refuse the same fields in the same
 * way; after each refusal the first refused field takes the focus. Saved values are the new baseline: what was typed
 * meanwhile stays unsaved.
 */
export function useApiForm<Input extends FieldValues, Body = Input, Result = unknown>({
  values,
  replacesEdits = false,
  schema,
  toBody = (input) => input as unknown as Body,
  fieldNames = {},
  onSubmit,
  onSaved,
  queryError = null,
}: ApiFormOptions<Input, Body, Result>): ApiForm<Input> {
  const id = useId();
  const isSending = useRef(false);
  const lastIntent = useRef<string>(undefined);
  const [loadSchema] = useState(() => lazySchema(schema));
  const [inFlight, setInFlight] = useState<{ intent: string | undefined } | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [{ failure, isFieldRefused }, setFailure] = useState(noFailure);
  const form = useForm<Input>({
    resolver: (...input) => resolverOf(lastIntent.current)(...input),
    defaultValues: values as DefaultValues<Input>,
    values,
    resetOptions: { keepDirtyValues: !replacesEdits },
    shouldFocusError: false,
  });

  useEffect(() => whenIdle(() => void loadSchema()), [loadSchema]);

  useEffect(() => {
    if (refusals > 0)
      document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, id]);

  const resolverOf = (intent: string | undefined) =>
    contractResolver<Input>({ schema: loadSchema, toBody: (input) => toBody(input, intent), fieldOf });

  function fieldOf(contractName: string): Path<Input> | undefined {
    const name = fieldNames[contractName] ?? contractName;
    const [first = ''] = name.split('.');
    return first in values ? (name as Path<Input>) : undefined;
  }

  const refusalsIn = (error: Error) =>
    Object.entries(detailsOf(error)).flatMap(([contractName, reasons]) => {
      const name = fieldOf(contractName);
      return name ? [{ name, message: reasons.join(' ') }] : [];
    });

  function showRefusals(error: Error): boolean {
    const refused = refusalsIn(error);
    for (const { name, message } of refused) form.setError(name, { type: 'server', message });
    return refused.length > 0;
  }

  const showQueryRefusals = useEffectEvent(showRefusals);
  useEffect(() => {
    if (queryError) showQueryRefusals(queryError);
  }, [queryError]);

  async function submit(intent?: string): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    lastIntent.current = intent;
    setInFlight({ intent });
    setFailure(noFailure);
    let isSaved = false;
    const send = form.handleSubmit(async (input) => {
      try {
        const result = await onSubmit(toBody(input, intent));
        isSaved = true;
        form.reset(input, { keepValues: true, keepDirtyValues: false });
        onSaved?.(result, intent);
      } catch (error) {
        if (isSaved) throw error;
        const thrown = error instanceof Error ? error : new Error(String(error));
        setFailure({ failure: thrown, isFieldRefused: showRefusals(thrown) });
      }
    });
    try {
      await send();
    } finally {
      isSending.current = false;
      setInFlight(null);
      if (!isSaved) setRefusals((before) => before + 1);
    }
    return isSaved;
  }

  return {
    ...form,
    id,
    submit,
    inFlight,
    failure,
    isFieldRefused,
    clearFailure: () => setFailure(noFailure),
  };
}

const noFailure: { failure: Error | null; isFieldRefused: boolean } = {
  failure: null,
  isFieldRefused: false,
};
