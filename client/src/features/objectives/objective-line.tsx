import type { Objective } from 'contract/objectives/objectives.ts';
import { Chart } from '#parts/chart/chart.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { lineOf } from './line-of.ts';

/** The amount over time, with the straight line to the target. */
export function ObjectiveLine({ objective, today }: { objective: Objective; today: string }) {
  const line = lineOf(objective, today);
  const { history, title, current_amount, target_amount } = objective;
  if (!line)
    return <p className="text-xs text-muted">You set this objective today. Its chart starts tomorrow.</p>;
  return (
    <div>
      <Chart
        kind="line"
        labels={line.days.map(formatDate)}
        series={[
          { name: 'So far', color: 'ok', isStepped: true, values: line.actual },
          { name: 'Straight to the target', color: 'muted', isDashed: true, values: line.planned },
        ]}
        label={`Line chart of ${title}: ${formatAud(current_amount)} today, on the way to ${formatAud(target_amount)}. Every change stands in the table below.`}
      />
      <details className="mt-2 text-xs text-muted print:details-content:[content-visibility:visible]">
        <summary>Amounts as a table</summary>
        <Table caption={`${title}: the amount of each day that it changed`}>
          <FigureHead row="Day" figures={['Amount']} />
          <FigureRows rows={history.map(({ date, amount }) => [formatDate(date), formatAud(amount)])} />
        </Table>
      </details>
    </div>
  );
}
