import { periodText, valueWriter } from 'contract/datasets/dataset-values.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';

type Figures = Pick<Dataset, 'unit' | 'frequency' | 'latest'>;

const withoutSign = (text: string) => text.replace('%', '');

export function latestText({ unit, latest }: Figures): string {
  const last = latest.at(-1);
  return last ? valueWriter(unit, latest)(last.value) : '–';
}

/** The unit beside a figure: `a year` beside `4.60%`. */
export const unitText = (unit: string): string => unit.replace(/^per cent /, '');

/** The change of the latest figure, such as `Up 0.25 from 4.35 on 30 Sept 2026`. */
export function FigureChange({ unit, frequency, latest }: Figures) {
  const [before, last] = latest;
  if (!before || !last) return null;
  const write = valueWriter(unit, latest);
  const difference = last.value - before.value;
  const date = frequency === 'on change' ? last.date : before.date;
  return (
    <>
      {difference === 0 ? (
        'Unchanged'
      ) : (
        <>
          {difference > 0 ? 'Up' : 'Down'}{' '}
          <strong className="font-semibold text-strong">{withoutSign(write(Math.abs(difference)))}</strong>
        </>
      )}{' '}
      from {withoutSign(write(before.value))} {frequency === 'on change' ? 'on' : 'in'}{' '}
      {periodText(frequency, date)}
    </>
  );
}
