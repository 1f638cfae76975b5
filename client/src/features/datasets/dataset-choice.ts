import { isDay } from 'contract/days.ts';
import { datasetReadings } from 'contract/datasets/readings.ts';
import { dataset, type DatasetRange, type DatasetVersion } from '#parts/datasets/datasets.queries.ts';
import { isPeriod, readDates } from '#parts/format/calendar-dates.ts';

/** The parameters of a dataset's page: the range, the vintage, the reading and the second series. */
export const datasetParameters = ['from', 'to', 'as_of', 'vintage', 'as', 'with'] as const;

export function datasetChoice(search: URLSearchParams) {
  const valueOf = (name: (typeof datasetParameters)[number]) => search.get(name) ?? '';
  const { dates, unrecognized } = readDates(search, { from: isPeriod, to: isPeriod, as_of: isDay });
  const { from = '', to = '', as_of: asOf = '' } = dates;
  const vintage = valueOf('vintage');
  const range: DatasetRange = { ...(from && { from }), ...(to && { to }) };
  const version: DatasetVersion = asOf ? { as_of: asOf } : vintage ? { vintage } : {};
  const reading = datasetReadings.find((one) => one === valueOf('as')) ?? 'value';
  return { range, version, reading, asOf, vintage, other: valueOf('with'), unrecognized };
}

/** The query of the figures that the URL chooses. */
export function chosenDataset(slug: string, search: URLSearchParams) {
  const { range, version, reading } = datasetChoice(search);
  return dataset(slug, { ...range, ...version, ...(reading !== 'value' && { as: reading }) });
}
