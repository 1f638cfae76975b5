import { useQuery } from '@tanstack/react-query';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { useEffect } from 'react';
import { ApiError } from '#api/api-error.ts';
import { marginAboveCashRate } from '#parts/calculator/scenario/cash-rate.ts';
import type { ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';
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
  const ratesFrom = useVintageOf(output && scenarioTermsOf(output.terms));
  useEffect(() => {
    // Not an edit, which would be a step in the browser's history, from which Back would lead to the same step.
    if (ratesFrom === null) form.reset({ ...form.getValues(), rates_from: '' }, resetState);
  }, [form, ratesFrom]);
  return ratesFrom;
}

function useVintageOf(terms: ScenarioTerms | undefined): RatesFrom | null | undefined {
  const name = terms?.options.rates_from ?? '';
  const { data: vintage, error } = useQuery({
    ...dataset(cashRateSlug, { vintage: name }),
    enabled: name !== '',
    retry: false,
  });
  if (error instanceof ApiError && error.code === 'not_found') return null;
  if (!terms || !vintage) return undefined;
  const margin = vintage.series ? marginAboveCashRate(vintage.series, terms) : null;
  return margin === null ? null : { vintage, margin };
}
