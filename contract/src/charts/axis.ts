import type { ChartFigures } from './chart-figures.ts';

const mostSteps = 6;

/** From four to seven round values that contain both. */
export function niceTicks(lowest: number, highest: number): number[] {
  const span = highest - lowest || 1;
  const magnitude = 10 ** Math.floor(Math.log10(span / mostSteps));
  const step =
    [1, 2, 5, 10].map((one) => one * magnitude).find((one) => span / one <= mostSteps) ?? 10 * magnitude;
  const [from, to] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}

const yearSteps = [1, 2, 5, 10, 20, 50];
const yearWidth = 70;

/** The places of round years, as many as there is room for. */
export function yearPlaces(labels: readonly string[], width: number): number[] {
  const starts = labels.flatMap((label, index) =>
    label.slice(0, 4) === labels[index - 1]?.slice(0, 4) ? [] : [index],
  );
  const yearOf = (index: number) => Number(labels[index]?.slice(0, 4));
  const most = Math.max(2, Math.floor(width / yearWidth));
  const span = starts.length;
  const step = yearSteps.find((one) => span / one <= most) ?? 100;
  // A series may begin within a year, whose start is then not on the axis.
  const isStart = (index: number) => index > 0 || /^\d{4}(-(01|Q1)(-01)?)?$/.test(labels[0] ?? '');
  const round = starts.filter((index) => yearOf(index) % step === 0 && isStart(index));
  return round.length > 0 ? round : starts.slice(0, 1);
}

const labelWidth = 100;

/** The labels on the axis of a drawing, whose texts are not measured. */
export function axisLabels({ labels, hasYears, labelEvery = 1 }: ChartFigures, width: number) {
  const step = labelEvery * Math.ceil((labels.length * labelWidth) / labelEvery / width);
  const places = hasYears
    ? yearPlaces(labels, width)
    : Array.from(labels, (_, index) => index).filter((index) => index % step === 0);
  return places.map((index) => ({ index, text: (labels[index] ?? '').slice(0, hasYears ? 4 : undefined) }));
}
