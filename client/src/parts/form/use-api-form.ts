import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  // oxlint-disable-next-line no-restricted-imports -- the only use: all forms call this hook.
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import type { z } from 'zod';
import { toast } from '#ui/feedback/toast.ts';
import { contractResolver, lazySchema, type LoadSchema } from './contract-resolver.ts';

interface ApiFormOptions<Input extends FieldValues, Body, Result> {
  /** New values replace unedited fields. */
  values: Input;
  /** Whether new values also replace edited fields, as in filters, which follow links and the browser's history. */
  replacesEdits?: boolean;
  /** When refused fields are validated again; by default on every change. */
  reValidateMode?: 'onChange' | 'onSubmit';
  /** The contract's schema of the body, or a function that loads it when a control takes the focus. */
  schema?: z.ZodType | LoadSchema;
  /** Converts the input to the request body; by default the body is the input. */
  toBody?: (input: Input, intent: string | undefined) => Body;
  /** Maps the contract's field names to the form's, where they differ. */
  fieldNames?: Readonly<Record<string, Path<Input>>>;
  onSubmit: (body: Body) => Promise<Result> | Result;
  onSaved?: (result: Result, intent: string | undefined) => Promise<void> | void;
  /** The error of a query that uses the form's values: its field errors are displayed at the fields, too. */
  queryError?: Error | null;
}

export interface ApiForm<Input extends FieldValues> extends UseFormReturn<Input> {
  /** The id of the form element. */
  id: string;
  /** Resolves to whether the form was saved. A call while a submit is in flight returns the same promise. */
  submit: (intent?: string) => Promise<boolean>;
  /** The submit in flight, identified by the intent of its button. */
  inFlight: { intent: string | undefined } | null;
  /** The error of the last submit. */
  failure: Error | null;
  /** Whether the failure is displayed at fields. */
  isFieldRefused: boolean;
  clearFailure: () => void;
  /** Reads the current values, so that it is correct for a form in a hidden tab, too. */
  isUnsaved: () => boolean;
}

/**
 * A form that sends a request body of the contract. Errors of the contract's schema and of the server are displayed in
 * the same way, and the first refused field takes the focus. After a save, the sent values are the new defaults, and
 * edits that the user made during the request remain unsaved.
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
  const submission = useRef<Promise<boolean>>(null);
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

  function showFieldErrors(error: Error): boolean {
    const refused = refusalsIn(error);
    for (const { name, message } of refused) form.setError(name, { type: 'server', message });
    return refused.length > 0;
  }

  const showQueryRefusals = useEffectEvent(showFieldErrors);
  useEffect(() => {
    if (queryError) showQueryRefusals(queryError);
  }, [queryError]);

  /** The sent values of edited fields, and the current values of the other fields. */
  function savedValues(input: Input): Input {
    const currentValues = form.getValues();
    const fields = Object.entries(input).map(([name, value]) => {
      const { isDirty } = form.getFieldState(name as Path<Input>);
      return [name, isDirty ? value : currentValues[name]] as const;
    });
    return Object.fromEntries(fields) as Input;
  }

  async function send(intent: string | undefined): Promise<boolean> {
    lastIntent.current = intent;
    setInFlight({ intent });
    setFailure(noFailure);
    let isSaved = false;
    const runSubmit = form.handleSubmit(async (input) => {
      try {
        const result = await onSubmit(toBody(input, intent));
        isSaved = true;
        form.reset(savedValues(input), { keepValues: true, keepDirtyValues: false, keepFieldsRef: true });
        await onSaved?.(result, intent);
      } catch (error) {
        if (isSaved) throw error;
        const submitError = error instanceof Error ? error : new Error(String(error));
        setFailure({ failure: submitError, isFieldRefused: showFieldErrors(submitError) });
      }
    });
    try {
      await runSubmit();
    } finally {
      submission.current = null;
      setInFlight(null);
      if (!isSaved) {
        toast.closeSuccess();
        setRefusals((before) => before + 1);
      }
    }
    return isSaved;
  }

  // React Hook Form tracks edited fields only if `dirtyFields` is read.
  void form.formState.dirtyFields;

  return {
    ...form,
    id,
    submit: (intent) => (submission.current ??= send(intent)),
    inFlight,
    failure,
    isFieldRefused,
    clearFailure: () => setFailure(noFailure),
    isUnsaved: () => hasValue(form.getValues(undefined, { dirtyFields: true })),
  };
}

/** Whether the nested object or array of edited fields contains any value. */
function hasValue(edited: unknown): boolean {
  if (Array.isArray(edited)) return edited.some(hasValue);
  const isRecord = Object.getPrototypeOf(edited ?? '') === Object.prototype;
  return isRecord ? Object.values(edited as object).some(hasValue) : true;
}

const noFailure: { failure: Error | null; isFieldRefused: boolean } = {
  failure: null,
  isFieldRefused: false,
};
