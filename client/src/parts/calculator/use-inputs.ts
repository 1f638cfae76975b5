import { startTransition, useEffect, useEffectEvent, useState } from 'react';
// oxlint-disable-next-line no-restricted-imports -- a calculator calculates while the user types.
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';

/** The form of a calculator, and its inputs as typed. */
export function useInputs<Inputs extends FieldValues>(
  resolver: Resolver<Inputs>,
  initial: () => Inputs & DefaultValues<Inputs>,
  initialErrors: FieldErrors<Inputs> = {},
) {
  const [initialInputs] = useState(initial);
  const [errors] = useState(initialErrors);
  const form = useForm<Inputs>({ resolver, defaultValues: initialInputs, errors, shouldFocusError: false });
  const [inputs, setInputs] = useState<Inputs>(initialInputs);
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      // A transition, because a form may have fifty fields and rendering them would delay the next key press.
      callback: ({ values }) => startTransition(() => setInputs(structuredClone(values))),
    });
    return unsubscribe;
  }, [form]);
  return { form, inputs };
}

/** Calls `onEdit` after each change with the name of the edited field; it is empty for a change of several fields. */
export function useOnEdit<Inputs extends FieldValues>(
  form: UseFormReturn<Inputs>,
  onEdit: (name: string) => void,
): void {
  const onEditEvent = useEffectEvent(onEdit);
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name = '' }) => onEditEvent(name),
    });
    return unsubscribe;
  }, [form]);
}
