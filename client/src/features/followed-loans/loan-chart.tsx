import type { ChartSeries } from 'contract/charts/chart-figures.ts';
import type { FollowedLoanResult, LoanMonth } from 'contract/followed-loans/followed-loan-result.ts';
import { useId, useState } from 'react';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { endText, monthText, owedText } from './loan-texts.ts';

type Figures = Pick<FollowedLoanResult, 'as_of' | 'decisions' | 'months' | 'owed' | 'projection'>;

const lines = [
  ['owed', 'Owed', { color: 'accent' }],
  ['expected', 'Expected', { color: 'accent', isDashed: true }],
  ['planned', 'Planned', { color: 'muted', isDotted: true }],
] as const;

/** What was owed, will be owed and was planned. The arrow keys move through its months. */
export function TimeLines({ figures }: { figures: Figures }) {
  const { months, as_of, decisions } = figures;
  const current = Math.max(
    months.findIndex(({ date }) => date === as_of),
    0,
  );
  const [chosen, setChosen] = useState<number>();
  const index = Math.min(chosen ?? current, months.length - 1);
  const textId = useId();
  const month = months[index];
  const series = lines.flatMap(([field, name, style]): ChartSeries[] => {
    const all = months.map((each) => each[field]);
    // A line ends where nothing is owed any more.
    const end = all.indexOf(0);
    const values = end < 0 ? all : all.map((value, at) => (at > end ? null : value));
    const last = values.findLast((value) => value !== null);
    return last === undefined || last === null
      ? []
      : [
          {
            name,
            ...style,
            values,
            endLabel: [name, formatAud(last)],
            isNamedInside: values.at(-1) === null,
          },
        ];
  });
  const last = Math.max(months.length - 1, 1);
  return (
    <figure className="flex flex-col gap-2">
      <ChartSvg
        className="h-[15rem] w-full md:h-[22rem]"
        label={`Chart. ${owedText(figures)}. ${endText(figures.projection)}.`}
        figures={{
          kind: 'line',
          unit: 'AUD',
          labels: months.map(({ date }) => date),
          hasYears: true,
          series,
          markedIndex: index,
        }}
      >
        {decisions.map(({ date }) => (
          <span
            key={date}
            className="absolute -bottom-1 size-2 -translate-x-1/2 rounded-full border border-(--warn) bg-bg"
            style={{ left: `${(100 * placeOf(months, date)) / last}%` }}
            aria-hidden="true"
          />
        ))}
        <input
          type="range"
          className="absolute inset-0 size-full cursor-crosshair appearance-none bg-transparent opacity-0 focus-visible:opacity-100 print:hidden [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
          aria-label="Month of the chart"
          aria-valuetext={month && monthText(month, as_of)}
          min={0}
          max={last}
          value={index}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      </ChartSvg>
      <figcaption className="text-sm tabular-nums print:hidden">
        <output id={textId}>{month && monthText(month, as_of)}</output>
        {decisions.length > 0 && (
          <span className="block text-xs text-muted">Rings are decisions on the cash rate.</span>
        )}
      </figcaption>
    </figure>
  );
}

const placeOf = (months: readonly LoanMonth[], date: string) =>
  Math.max(
    months.findIndex((month) => month.date >= date),
    0,
  );

const audOf = (amount: number | null) => (amount === null ? '–' : formatAud(amount));
const figuresOf = ({ owed, expected, planned }: LoanMonth) => [owed, expected, planned].map(audOf);

/** The chart's figures by year; a year opens to its months. */
export function MonthsTable({ months }: Pick<Figures, 'months'>) {
  const isPrinting = usePrinting();
  const years = [...new Set(months.map(({ date }) => date.slice(0, 4)))];
  const table = (
    <FigureTable
      caption="What was owed, is expected and was planned at the end of each year. A year opens to its months."
      row="Year"
      labels={lines.map(([, name]) => name)}
      rows={years.map((year) => {
        const all = months.filter(({ date }) => date.startsWith(year));
        return {
          head: year,
          figures: figuresOf(all.at(-1)!),
          details: () => all.map((month) => ({ head: formatDate(month.date), figures: figuresOf(month) })),
        };
      })}
    />
  );
  if (isPrinting) return table;
  return (
    <Disclosure title="Show as a table" defaultOpen={false}>
      {table}
    </Disclosure>
  );
}
