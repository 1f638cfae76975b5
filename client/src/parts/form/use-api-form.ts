import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  // oxlint-disable-next-line no-restricted-imports -- the one form.
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import type { z } from 'zod';
import { contractResolver, lazySchema, type LoadSchema } from './contract-resolver.ts';

interface ApiFormOptions<Input extends FieldValues, Body, Result> {
  /** New values replace unedited fields. */
  values: Input;
  /** Also edited ones, as in filters, which follow links and the browser's history. */
  replacesEdits?: boolean;
  /** When refused fields are validated again; by default while they are edited. */
  reValidateMode?: 'onChange' | 'onSubmit';
  /** The contract's schema of the body, or a function that loads it after the form is rendered. */
  schema?: z.ZodType | LoadSchema;
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
  /** Resolves to whether the form was saved. While a submit is in flight there is no other. */
  submit: (intent?: string) => Promise<boolean>;
  /** The submit in flight, by its button. */
  inFlight: { intent: string | undefined } | null;
  /** Of the last submit. */
  failure: Error | null;
  /** Whether fields show the failure. */
  isFieldRefused: boolean;
  clearFailure: () => void;
  /** At this moment, also in a hidden tab. */
  isUnsaved: () => boolean;
}

/**
 * A form that sends a body of the contract. The contract's schema and the server refuse the same fields in the same
 * way; after each refusal the first refused field takes the focus. Saved values are the new baseline: what was typed
 * meanwhile stays unsaved.
 */
export function useApiForm<Input extends FieldValues, Body = Input, Result = unknown>({
  values,
  replacesEdits = false,
  reValidateMode = 'onChange',
  schema,
  toBody = (input) => input as unknown as Body,
  fieldNames = {},
  onSubmit,
  onSaved,
  queryError = null,
}: ApiFormOptions<Input, Body, Result>): ApiForm<Input> {
  const id = useId();
  const sending = useRef<Promise<boolean>>(null);
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
    reValidateMode,
  });

  useEffect(() => void loadSchema(), [loadSchema]);

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

  /** What was sent, and the newer values of fields that the user has not edited. */
  function savedValues(input: Input): Input {
    const now = form.getValues();
    const fields = Object.entries(input).map(([name, value]) => {
      const { isDirty } = form.getFieldState(name as Path<Input>);
      return [name, isDirty ? value : now[name]] as const;
    });
    return Object.fromEntries(fields) as Input;
  }

  async function send(intent: string | undefined): Promise<boolean> {
    lastIntent.current = intent;
    setInFlight({ intent });
    setFailure(noFailure);
    let isSaved = false;
    const run = form.handleSubmit(async (input) => {
      try {
        const result = await onSubmit(toBody(input, intent));
        isSaved = true;
        form.reset(savedValues(input), { keepValues: true, keepDirtyValues: false, keepFieldsRef: true });
        onSaved?.(result, intent);
      } catch (error) {
        if (isSaved) throw error;
        const thrown = error instanceof Error ? error : new Error(String(error));
        setFailure({ failure: thrown, isFieldRefused: showRefusals(thrown) });
      }
    });
    try {
      await run();
    } finally {
      sending.current = null;
      setInFlight(null);
      if (!isSaved) setRefusals((before) => before + 1);
    }
    return isSaved;
  }

  // Unless it is read, the library does not track what was edited.
  void form.formState.dirtyFields;

  return {
    ...form,
    id,
    submit: (intent) => (sending.current ??= send(intent)),
    inFlight,
    failure,
    isFieldRefused,
    clearFailure: () => setFailure(noFailure),
    isUnsaved: () => hasValue(form.getValues(undefined, { dirtyFields: true })),
  };
}

/** Whether there is any value in what may be nested. */
function hasValue(edited: unknown): boolean {
  if (Array.isArray(edited)) return edited.some(hasValue);
  const isRecord = Object.getPrototypeOf(edited ?? '') === Object.prototype;
  return isRecord ? Object.values(edited as object).some(hasValue) : true;
}

const noFailure: { failure: Error | null; isFieldRefused: boolean } = {
  failure: null,
  isFieldRefused: false,
};
