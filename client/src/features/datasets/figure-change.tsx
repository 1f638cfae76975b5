import { inPeriodText, valueWriter } from 'contract/datasets/dataset-values.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';

type Figures = Pick<Dataset, 'unit' | 'decimals' | 'frequency' | 'latest'>;

const withoutSign = (text: string) => text.replace('%', '');

export function latestText({ unit, decimals, latest }: Figures): string {
  const last = latest.at(-1);
  return last ? valueWriter({ unit, decimals }, latest)(last.value) : '–';
}

/** The unit beside a figure: `a year` beside `4.60%`. */
export const unitText = (unit: string): string => unit.replace(/^per cent /, '');

/** The change of the latest figure; undefined without an earlier one. */
function changeOf({ unit, decimals, frequency, latest }: Figures) {
  const [before, last] = latest;
  if (!before || !last) return undefined;
  const write = valueWriter({ unit, decimals }, latest);
  const difference = last.value - before.value;
  return {
    direction: difference === 0 ? 'Unchanged' : difference > 0 ? 'Up' : 'Down',
    amount: difference === 0 ? '' : withoutSign(write(Math.abs(difference))),
    // A change has one day, on which the value before it ended.
    before: `from ${withoutSign(write(before.value))} ${inPeriodText(frequency, frequency === 'on change' ? last.date : before.date)}`,
  };
}

/** Such as `Up 0.25 from 4.35 on 30 Sept 2026`; empty without an earlier figure. */
export function changeText(figures: Figures): string {
  const change = changeOf(figures);
  return change ? [change.direction, change.amount, change.before].filter(Boolean).join(' ') : '';
}

/** The change of the latest figure, such as `Up 0.25 from 4.35 on 30 Sept 2026`. */
export function FigureChange(figures: Figures) {
  const change = changeOf(figures);
  if (!change) return null;
  const { direction, amount, before } = change;
  return (
    <>
      {direction} {amount && <strong className="font-semibold text-strong">{amount}</strong>}
      {amount && ' '}
      {before}
    </>
  );
}
