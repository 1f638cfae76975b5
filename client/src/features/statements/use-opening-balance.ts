import { useLayoutEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { storedValues } from '#parts/form/typed-fields.ts';
import { inputsOf, ledgerOpening, type OpeningAccounts, type StatementInputs } from './statement-inputs.ts';

/**
 * Fills the balance before the first row with that of a saved check, or where only the balance of an OFX file tells it,
 * until the person types another. What was typed for another first row is removed.
 */
export function useOpeningBalance(form: UseFormReturn<StatementInputs>, accounts: OpeningAccounts): void {
  const { reading, saved } = accounts;
  const opening = ledgerOpening(accounts) ?? storedValues(inputsOf(saved)).opening_balance;
  const file = reading?.rows[0]?.file;
  const filled = useRef({ opening, file });
  // With the field, before anything can be typed there.
  useLayoutEffect(() => {
    const current = form.getValues('opening_balance');
    const before = filled.current;
    const isTyped = current !== '' && current !== before.opening;
    if (file === before.file && (isTyped || opening === before.opening)) return;
    filled.current = { opening, file };
    form.setValue('opening_balance', opening);
  }, [form, opening, file]);
}
