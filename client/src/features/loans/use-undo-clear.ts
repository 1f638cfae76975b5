import { useState } from 'react';
import type { CalculatorState } from '#parts/calculator/calculator-definition.ts';
import { type LoanCalculator, loanCalculator, type LoanOutcome, type LoanTerms } from './loan-terms.ts';

interface ClearedForm {
  before: CalculatorState<LoanTerms, LoanTerms, LoanOutcome>;
  /** The URL of the emptied form. */
  url: string;
}

/** Clears the form so that it can be undone until the next edit. `undoClear` is undefined if there is nothing to undo. */
export function useUndoClear({ form, inputs, output, clear, restore }: LoanCalculator) {
  const [clearedForm, setClearedForm] = useState<ClearedForm>();

  function clearForm() {
    const before = structuredClone(form.getValues());
    clear();
    const url = loanCalculator.urlOf(form.getValues());
    const hasChanged = loanCalculator.urlOf(before) !== url;
    setClearedForm(hasChanged ? { before: { inputs: before, output }, url } : undefined);
  }

  function undoClear() {
    if (clearedForm) restore(clearedForm.before);
    setClearedForm(undefined);
  }

  const canUndo = clearedForm !== undefined && loanCalculator.urlOf(inputs) === clearedForm.url;
  return { clear: clearForm, undoClear: canUndo ? undoClear : undefined };
}
