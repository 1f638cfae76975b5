import { count } from 'contract/counts.ts';
import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { correctFraction, percent, useAttempts } from './training.queries.ts';

/** The maximum page size of a list. */
const maxAttempts = 100;

/** A chart of the finished attempts among the latest; the table has the same figures. */
export function ShareChart() {
  const { data } = useAttempts(1, maxAttempts);
  const finished = data?.data.filter(({ finished_at }) => finished_at !== null).toReversed() ?? [];
  const [first, last] = [finished[0], finished.at(-1)];
  // A line needs two points.
  if (!first || !last || first === last) return null;
  const best = Math.max(...finished.map(correctFraction));
  return (
    <ChartCanvas
      kind="line"
      unit="percent"
      labels={finished.map(({ started_at }) => formatLocalDay(started_at))}
      series={[{ name: 'Share of right answers', token: '--ok', values: finished.map(correctFraction) }]}
      label={`Line chart: the share of right answers in ${count(finished.length, 'training')}, from ${percent(correctFraction(first))} on ${formatLocalDay(first.started_at)} to ${percent(correctFraction(last))} on ${formatLocalDay(last.started_at)}, at best ${percent(best)}. Each stands in the table.`}
    />
  );
}
