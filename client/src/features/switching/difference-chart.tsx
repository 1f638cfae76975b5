import { memo } from 'react';
import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { SwitchAnswer } from './verdicts.ts';
import { aheadText, costText, differenceAt, type View } from './verdicts.ts';

interface DifferenceChartProps {
  answer: SwitchAnswer;
  view: View;
}

const lines = [
  { token: '--ok' },
  { token: '--warn', isDashed: true },
  { token: '--info', isDotted: true },
] as const;

/** The costs of each offer so far against those of staying, with the payment from which it is ahead. */
export const DifferenceChart = memo(function DifferenceChart({ answer, view }: DifferenceChartProps) {
  const { offers } = answer.result;
  const ways = offers.map((offer) => offer[view]);
  const periods = Math.max(...ways.map(({ rows }) => rows.length));
  const labels = Array.from({ length: periods }, (_, period) => String(period));
  return (
    <Panel title="Costs So Far against Staying">
      <ChartCanvas
        kind="line"
        labels={labels}
        series={[
          ...ways.map((way, index) => ({
            name: offers[index]?.name ?? '',
            ...lines[index % lines.length]!,
            marks: way.break_even ? [way.break_even.period] : [],
            values: labels.map((_, period) => differenceAt(way, period)),
          })),
          { name: 'Staying', token: '--muted' as const, values: labels.map(() => 0) },
        ]}
        label={`Line chart by payment: interest and fees so far, less those of staying. ${ways
          .map((way, index) => `${offers[index]?.name} ends at ${formatAud(way.difference.total_cost)}`)
          .join(', ')}. The table by year has the figures.`}
      />
      <ul className="mt-4 text-sm text-muted">
        {ways.map((way, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an offer is its place.
          <li key={index}>
            {offers[index]?.name}: {aheadText(way.break_even)}, and {costText(way)} at the end.
          </li>
        ))}
      </ul>
    </Panel>
  );
});
