import { useQueries } from '@tanstack/react-query';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { Chart } from '#parts/chart/chart.tsx';
import { yearAxis } from '#parts/chart/monthly-balances.ts';
import { formatAud } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { computedCalculation } from './calculations.queries.ts';
import { balancesOf, comparedFigures, comparedLabels } from './comparable.ts';

interface ComparisonProps {
  /** Two to four calculations of the same group. */
  chosen: readonly Calculation[];
  end: () => void;
}

const colors = ['ok', 'warn', 'info', 'hot'] as const;

const focus = (element: HTMLElement | null) => {
  element?.focus();
};

/** The chosen calculations side by side: figures, balances as a chart and as a table. */
export function Comparison({ chosen, end }: ComparisonProps) {
  return (
    <section
      ref={focus}
      className="flex flex-col gap-5 border-y border-rule py-5 focus:outline-none"
      aria-labelledby="comparison"
      tabIndex={-1}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="comparison">Comparison</h3>
        <Button variant="ghost" onClick={end}>
          End Comparison
        </Button>
      </div>
      <ComparedFigures chosen={chosen} />
    </section>
  );
}

function ComparedFigures({ chosen }: { chosen: readonly Calculation[] }) {
  const results = useQueries({
    queries: chosen.map(computedCalculation),
  });
  const failed = results.find(({ isError }) => isError);
  if (failed)
    return <Failure title="The calculations could not be compared" retry={() => failed.refetch()} />;
  const computed = results.flatMap(({ data }) => data ?? []);
  const [first] = computed;
  if (!first || computed.length < results.length) return <Loading />;

  const names = computed.map(({ calculation }) => calculation.name);
  const balances = computed.map(balancesOf);
  const months = Math.max(...balances.map(({ length }) => length));
  const years = Array.from({ length: Math.ceil((months - 1) / 12) + 1 }, (_, year) => year);
  return (
    <>
      <FigureTable
        caption="Computed with the current method."
        row="Calculation"
        labels={comparedLabels(first.calculation)}
        rows={computed.map((one) => ({ head: one.calculation.name, figures: comparedFigures(one) }))}
      />
      <Chart
        kind="line"
        {...yearAxis(months)}
        series={computed.map(({ calculation }, index) => ({
          name: calculation.name,
          color: colors[index] ?? 'muted',
          isDashed: index % 2 === 1,
          values: balances[index] ?? [],
        }))}
        label={`Line chart of the balances by year: ${names.join(', ')}. Every year stands in the table below.`}
      />
      <details>
        <summary>Balances as a table</summary>
        <Table caption="Balance at the end of each year">
          <FigureHead row="Year" figures={names} />
          <FigureRows
            rows={years.map((year) => [
              year,
              ...balances.map((values) => formatAud(values[12 * year] ?? values.at(-1) ?? 0)),
            ])}
          />
        </Table>
      </details>
    </>
  );
}
