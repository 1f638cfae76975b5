import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type Accounts, ledgerOpening, type StatementInputs } from './statement-inputs.ts';

/** Fills the balance before the first row where only the balance of an OFX file tells it, until the person types another. */
export function useLedgerOpening(form: UseFormReturn<StatementInputs>, accounts: Accounts): void {
  const opening = ledgerOpening(accounts) ?? '';
  const filled = useRef('');
  useEffect(() => {
    const current = form.getValues('opening_balance');
    if (opening === filled.current || (current !== '' && current !== filled.current)) return;
    filled.current = opening;
    form.setValue('opening_balance', opening);
  }, [form, opening]);
}
