import type { Objective } from 'contract/objectives/objectives.ts';
import { dateOf, dayOf } from 'engine/statements/days.ts';
import { TimeLines } from '#parts/chart/time-lines.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';

const mostDates = 100;

/** Evenly spaced days to and from the current one; only the first and the last may be closer to their neighbours. */
function datesOf(first: string, current: string, last: string): string[] {
  const [from, now, to] = [dayOf(first), dayOf(current), dayOf(last)];
  const step = Math.max(1, Math.ceil((to - from) / mostDates));
  const steps = Array.from({ length: 2 * mostDates + 1 }, (_, index) => now + (index - mostDates) * step);
  return [...new Set([from, ...steps.filter((day) => day > from && day < to), to])].map(dateOf);
}

interface ObjectiveChartProps {
  objective: Objective;
  /** The amount's word, such as `saved`. */
  done: string;
  today: string;
}

/** The amount over time, with the straight line to the target. */
export function ObjectiveChart({ objective, done, today }: ObjectiveChartProps) {
  const { history, title, current_amount, target_amount, target_date, loan_id } = objective;
  const [first] = history;
  // What a loan fills is known to its last row.
  const current = loan_id === null ? today : (history.at(-1)?.date ?? today);
  if (!first || first.date >= current) {
    return (
      <p className="text-xs text-muted">
        {loan_id === null
          ? 'You set this objective today. Its chart starts tomorrow.'
          : 'Its chart starts with the next file of its loan.'}
      </p>
    );
  }
  const dates = datesOf(first.date, current, target_date > current ? target_date : current);
  const duration = Math.max(1, dayOf(target_date) - dayOf(first.date));
  const actual = dates.map((day) =>
    day > current ? null : (history.findLast(({ date }) => date <= day)?.amount ?? null),
  );
  const planned = dates.map((day) => {
    const share = Math.min(1, (dayOf(day) - dayOf(first.date)) / duration);
    return first.amount + share * (target_amount - first.amount);
  });
  return (
    <div>
      <TimeLines
        className="h-[12rem]"
        label={`Line chart of ${title}: ${formatAud(current_amount)} ${loan_id === null ? 'today' : `on ${formatDate(current)}`}, on the way to ${formatAud(target_amount)}. Every change is in the table below.`}
        selectLabel={`Day of the chart of ${title}`}
        dates={dates}
        series={[
          { name: 'So far', color: 'ok', isStepped: true, values: actual },
          { name: 'Straight to the target', color: 'muted', isDashed: true, values: planned },
        ]}
        current={current}
        textOf={(index) => {
          const amount = actual[index] ?? null;
          const soFar = amount === null ? '' : `${formatAud(amount)} ${done}, `;
          return `${formatDate(dates[index]!)}: ${soFar}${formatAud(planned[index]!)} on the straight line.`;
        }}
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
