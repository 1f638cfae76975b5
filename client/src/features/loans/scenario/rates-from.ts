import { useQuery } from '@tanstack/react-query';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { ApiError } from '#api/api-error.ts';
import { marginAboveCashRate } from '#parts/calculator/scenario/cash-rate.ts';
import type { ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';
import { dataset } from '#parts/datasets/datasets.queries.ts';

export interface RatesFrom {
  vintage: Dataset;
  /** In percent above the cash rate. */
  margin: number;
}

/**
 * The vintage of the cash rate from which the terms took their rates. Null if there is no such vintage, or if the rates
 * are no longer the same; undefined if the terms name none, or while it is not loaded.
 */
export function useRatesFrom(terms: ScenarioTerms | undefined): RatesFrom | null | undefined {
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
