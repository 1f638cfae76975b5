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

/** The vintage of the cash rate from which the terms of a result took their rates, as long as these are still the same. */
export function useRatesFrom(terms: ScenarioTerms | undefined) {
  const name = terms?.options.rates_from ?? '';
  const { data, error } = useQuery({
    ...dataset(cashRateSlug, { vintage: name }),
    enabled: name !== '',
    retry: false,
  });
  const isUnknown = error instanceof ApiError && error.code === 'not_found';
  const margin = terms && name !== '' && data?.series ? marginAboveCashRate(data.series, terms) : null;
  const ratesFrom: RatesFrom | undefined = data && margin !== null ? { vintage: data, margin } : undefined;
  // The name is preserved while the vintage loads and after a failure.
  const isDropped = isUnknown || (data !== undefined && margin === null);
  return { ratesFrom, name: isDropped ? '' : name };
}
