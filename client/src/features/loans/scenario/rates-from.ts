import { useQuery } from '@tanstack/react-query';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { useEffect } from 'react';
import { ApiError } from '#api/api-error.ts';
import { marginAboveCashRate } from '#parts/calculator/scenario/cash-rate.ts';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { type LoanCalculator, resetState, scenarioTermsOf } from '../loan-terms.ts';

export interface RatesFrom {
  vintage: Dataset;
  /** In percent above the cash rate. */
  margin: number;
}

/**
 * The vintage of the cash rate from which the result's terms took their rates. Null if there is no such vintage, or if
 * the rates are no longer the same, and then the form and the URL no longer name it; undefined if the terms name none,
 * or while it is not loaded.
 */
export function useRatesFrom({ form, output }: LoanCalculator): RatesFrom | null | undefined {
  const terms = output && scenarioTermsOf(output.terms);
  const name = terms?.options.rates_from ?? '';
  const { data: vintage, error } = useQuery({
    ...dataset(cashRateSlug, { vintage: name }),
    enabled: name !== '',
    retry: false,
  });
  const isUnknown = error instanceof ApiError && error.code === 'not_found';
  const margin = terms && vintage?.series ? marginAboveCashRate(vintage.series, terms) : null;
  const isOther = isUnknown || (vintage !== undefined && margin === null);
  const droppedName = isOther ? name : '';
  useEffect(() => {
    // Not an edit, which would be a step in the browser's history, from which Back would lead to the same step.
    if (droppedName) form.reset({ ...form.getValues(), rates_from: '' }, resetState);
  }, [form, droppedName]);
  if (isOther) return null;
  return vintage && margin !== null ? { vintage, margin } : undefined;
}
