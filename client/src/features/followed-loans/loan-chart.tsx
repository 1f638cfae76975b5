import type { ChartSeries } from 'contract/charts/chart-figures.ts';
import type { FollowedLoanResult, LoanMonth } from 'contract/followed-loans/followed-loan-result.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { TimeLines } from '#parts/chart/time-lines.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { endText } from './loan-texts.ts';
import { monthText, owedText } from './owed-texts.ts';

type Figures = Pick<FollowedLoanResult, 'as_of' | 'decisions' | 'months' | 'owed' | 'plan' | 'projection'>;

const lines = [
  ['owed', 'Owed', { color: 'accent' }],
  ['expected', 'Expected', { color: 'accent', isDashed: true }],
  ['planned', 'Planned', { color: 'muted', isDotted: true }],
] as const;

interface LoanChartProps {
  figures: Figures;
  /** Has its height. */
  className: string;
}

/** What was owed, will be owed and was planned. */
export function LoanChart({ figures, className }: LoanChartProps) {
  const { months, as_of, decisions } = figures;
  if (months.length <= 1) {
    return (
      <p className="text-muted">
        The chart of what was owed, is expected and was planned appears with rows, or with a rate and a
        payment.
      </p>
    );
  }
  const series = lines.flatMap(([field, name, style]): ChartSeries[] => {
    const all = months.map((each) => each[field]);
    // A line ends where nothing is owed any more.
    const end = all.indexOf(0);
    const values = end < 0 ? all : all.map((value, at) => (at > end ? null : value));
    // A single point would lie on that of another line.
    if (field === 'expected' && values.filter((value) => value !== null).length < 2) return [];
    // The chart has months, and a line ends on a day.
    const endDate =
      field === 'planned' ? figures.plan?.end_date : field === 'expected' && figures.projection.end_date;
    const last = values.findLast((value) => value !== null);
    return last === undefined || last === null
      ? []
      : [
          {
            name,
            ...style,
            values,
            // That nothing is owed at the end is on the axis.
            endLabel: [name, ...(last > 0 ? [formatAud(last)] : endDate ? [formatDate(endDate)] : [])],
            isNamedInside: values.at(-1) === null,
          },
        ];
  });
  return (
    <TimeLines
      isNamedBelow
      className={className}
      label={`Chart. ${owedText(figures)}. ${endText(figures.projection)}.`}
      selectLabel="Month of the chart"
      dates={months.map(({ date }) => date)}
      series={series}
      current={as_of}
      textOf={(index) => monthText(months[index]!, as_of)}
      marks={decisions.map(({ date }) => date)}
    >
      {decisions.length > 0 && (
        <span className="block text-xs text-muted">Rings are decisions on the cash rate.</span>
      )}
    </TimeLines>
  );
}

const audOf = (amount: number | null) => (amount === null ? '–' : formatAud(amount));
const figuresOf = ({ owed, expected, planned }: LoanMonth) => [owed, expected, planned].map(audOf);

/** The chart's figures by year; a year opens to its months. */
export function MonthsTable({ months }: Pick<Figures, 'months'>) {
  const isPrinting = usePrinting();
  const years = [...new Set(months.map(({ date }) => date.slice(0, 4)))];
  const table = (
    <FigureTable
      caption={`What was owed, is expected and was planned at the end of each year.${isPrinting ? '' : ' A year opens to its months.'}`}
      row="Year"
      labels={lines.map(([, name]) => name)}
      rows={years.map((year) => {
        const all = months.filter(({ date }) => date.startsWith(year));
        return {
          head: year,
          figures: figuresOf(all.at(-1)!),
          ...(!isPrinting && {
            details: () => all.map((month) => ({ head: formatDate(month.date), figures: figuresOf(month) })),
          }),
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
