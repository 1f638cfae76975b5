import type { DatasetPoint } from 'contract/datasets/datasets.ts';

export interface Line {
  unit: string;
  series: readonly DatasetPoint[];
  /** For a series of changes: the year until which the last one applies. */
  appliesUntil?: string;
}

/** The last value of each year; a change applies until the next. */
function byYear({ series, appliesUntil }: Line): Map<string, number> {
  const values = new Map(series.map(({ date, value }) => [date.slice(0, 4), value]));
  if (appliesUntil === undefined) return values;
  const first = Number(series[0]?.date.slice(0, 4));
  let latest = Number.NaN;
  for (let year = first; year <= Number(appliesUntil); year++) {
    latest = values.get(String(year)) ?? latest;
    values.set(String(year), latest);
  }
  return values;
}

interface Overlay {
  years: string[];
  first: (number | null)[];
  second: (number | null)[];
  /** The year at which both are 100; null if both have the same unit and are not indexed. */
  baseYear: string | null;
}

/**
 * Two series by year on one axis: unchanged if they have the same unit, otherwise indexed; null without a common year.
 */
export function overlayOf(one: Line, other: Line): Overlay | null {
  const [first, second] = [byYear(one), byYear(other)];
  const years = [...new Set([...first.keys(), ...second.keys()])].toSorted();
  const valuesOf = (values: Map<string, number>) => years.map((year) => values.get(year) ?? null);
  if (one.unit === other.unit) {
    return { years, first: valuesOf(first), second: valuesOf(second), baseYear: null };
  }
  const baseYear = years.find((year) => (first.get(year) ?? 0) > 0 && (second.get(year) ?? 0) > 0);
  if (baseYear === undefined) return null;
  const indexed = (values: Map<string, number>) => {
    const base = values.get(baseYear) ?? Number.NaN;
    return valuesOf(values).map((value) => (value === null ? null : (100 * value) / base));
  };
  return { years, first: indexed(first), second: indexed(second), baseYear };
}
