import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type Accounts, ledgerOpening, type StatementInputs } from './statement-inputs.ts';

/**
 * Fills the balance before the first row where only the balance of an OFX file tells it, until the person types another.
 * What was typed for another file is removed.
 */
export function useOpeningBalance(form: UseFormReturn<StatementInputs>, accounts: Accounts): void {
  const opening = ledgerOpening(accounts) ?? '';
  const firstFile = accounts.loan[0]?.id;
  const filled = useRef({ opening: '', firstFile });
  useEffect(() => {
    const current = form.getValues('opening_balance');
    const before = filled.current;
    const isOther = firstFile !== before.firstFile;
    const isTyped = current !== '' && current !== before.opening;
    if (!isOther && (isTyped || opening === before.opening)) return;
    filled.current = { opening, firstFile };
    form.setValue('opening_balance', opening);
  }, [form, opening, firstFile]);
}
