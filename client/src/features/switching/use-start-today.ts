import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { initialDay, useToday } from '#parts/page/today.ts';
import type { SwitchInputs } from './switch-inputs.ts';

/** Starts the loan today, where the server's page started it on its own day. */
export function useStartToday({ getValues, resetField }: UseFormReturn<SwitchInputs>): void {
  const [initial] = useState(initialDay);
  const today = useToday();
  useEffect(() => {
    if (today !== initial && getValues('start_date') === initial)
      resetField('start_date', { defaultValue: today });
  }, [today, initial, getValues, resetField]);
}
