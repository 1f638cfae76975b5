import { inPeriodText, valueWriter, writtenValues } from 'contract/datasets/dataset-values.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';

export type Figures = Pick<Dataset, 'unit' | 'decimals' | 'frequency' | 'latest'>;

const withoutSign = (text: string) => text.replace('%', '');

export function latestText({ unit, decimals, latest }: Figures): string {
  const last = latest.at(-1);
  return last ? valueWriter({ unit, decimals }, latest)(last.value) : '–';
}

/** The unit beside a figure: `a year` beside `4.60%`. */
export const unitText = (unit: string): string => unit.replace(/^per cent /, '');

/** The change of the latest figure, also in short, such as `+0.25`; undefined without an earlier one. */
export function changeOf({ unit, decimals, frequency, latest }: Figures) {
  const [before, last] = latest;
  if (!before || !last) return undefined;
  const write = valueWriter({ unit, decimals }, latest);
  const [writtenBefore = 0, written = 0] = writtenValues({ unit, decimals }, latest);
  const difference = written - writtenBefore;
  const [direction, sign] =
    difference === 0 ? ['Unchanged', ''] : difference > 0 ? ['Up', '+'] : ['Down', '−'];
  return {
    direction,
    amount: sign && withoutSign(write(Math.abs(difference))),
    short: sign ? sign + withoutSign(write(Math.abs(difference))) : 'unchanged',
    from: `from ${withoutSign(write(before.value))}`,
    // A change has one day, on which the value before it ended.
    when: inPeriodText(frequency, frequency === 'on change' ? last.date : before.date),
  };
}

/** Such as `Up 0.25 from 4.35 on 30 Sept 2026`; empty without an earlier figure. */
export function changeText(figures: Figures): string {
  const { direction, amount, from, when } = changeOf(figures) ?? {};
  return [direction, amount, from, when].filter(Boolean).join(' ');
}

/** The one figure that leads the screen, with its unit and its change. A tax table has none. */
export function LeadFigure(facts: Figures) {
  const { direction, amount, from, when } = changeOf(facts) ?? {};
  if (facts.frequency === 'by income year') return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <span className="block text-[length:clamp(2.125rem,10vw,var(--text-lead))] leading-[1.1] font-semibold tracking-[-0.02em] text-accent tabular-nums">
        {latestText(facts)}
      </span>
      <span>
        {unitText(facts.unit)}. {direction} {amount && <strong>{amount}</strong>} {from} {when}
      </span>
    </p>
  );
}
