import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import type { DatasetReading } from 'contract/datasets/readings.ts';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';
import { type PackedSeries, unpackSeries } from './packed-series.ts';

/** Browsers cache a response for a day, so it may be one of the release before, which lacks these fields. */
const laterFields = { topic: 'Economy', words: [], missing: null, latest: [] } as const;
const completed = <Facts extends Dataset>(facts: Facts): Facts => ({ ...laterFields, ...facts });

export const datasetList = {
  ...apiQuery('listDatasets'),
  select: ({ data }: ResponseOf<'listDatasets'>) => data.map(completed),
  staleTime: Infinity,
};

export interface DatasetRange {
  from?: string;
  to?: string;
}

/** Selects an earlier vintage by day or by name; an empty object selects the current figures. */
export interface DatasetVersion {
  as_of?: string;
  vintage?: string;
}

/** A dataset as the API sends it, or as a page of the server has it. */
export interface DatasetResponse {
  data: Omit<ResponseOf<'getDataset'>['data'], 'series'> & {
    series?: PackedSeries | readonly DatasetPoint[] | undefined;
  };
}

// One function, so that a render without a new response does not unpack again.
function unpacked({ data: { series, ...facts } }: DatasetResponse) {
  const points = series && ('days' in series ? unpackSeries(facts.frequency, series) : series);
  return completed({ ...facts, ...(points && { series: points }) });
}

export const dataset = (
  slug: string,
  query: DatasetRange & DatasetVersion & { as?: DatasetReading } = {},
) => ({
  ...apiQuery('getDataset', { params: { slug }, query: { ...query } }),
  select: unpacked,
  staleTime: Infinity,
});
