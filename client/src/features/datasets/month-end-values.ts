import type { DatasetPoint } from 'contract/datasets/datasets.ts';

/** The value at the end of each month: evenly spaced, so that a chart's time axis is linear. */
export function monthEndValues(changes: readonly DatasetPoint[], until: string): DatasetPoint[] {
  const months: DatasetPoint[] = [];
  const [first] = changes;
  if (!first) return months;
  const rest = [...changes];
  let latest = first.value;
  for (let month = first.date.slice(0, 7); month <= until.slice(0, 7); month = monthAfter(month)) {
    for (; rest[0] && rest[0].date.slice(0, 7) <= month; rest.shift()) latest = rest[0].value;
    months.push({ date: month, value: latest });
  }
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
