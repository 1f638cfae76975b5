import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { aheadText, costText, differenceAt, type Loans } from './verdicts.ts';

const lines = [
  { token: '--ok' },
  { token: '--warn', isDashed: true },
  { token: '--info', isDotted: true },
] as const;

/** The costs of each offer so far against those of staying, with the payment from which it is ahead. */
export function DifferenceChart({ loans: { stay, offers, rows } }: { loans: Loans }) {
  return (
    <Panel title="Costs So Far against Staying">
      <ChartCanvas
        kind="line"
        labels={rows.map(({ period }) => String(period))}
        series={[
          ...offers.map((offer, index) => ({
            name: offer.name,
            ...lines[index % lines.length]!,
            marks: offer.break_even ? [offer.break_even.period] : [],
            values: rows.map(({ period }) => differenceAt(offer, period)),
          })),
          { name: stay.name, token: '--muted' as const, values: rows.map(() => 0) },
        ]}
        label={`Line chart by payment: interest and fees so far, less those of staying. ${offers
          .map(({ name, difference }) => `${name} ends at ${formatAud(difference.total_cost)}`)
          .join(', ')}. The table by year has the figures.`}
      />
      <ul className="mt-4 text-sm text-muted">
        {offers.map((offer, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
          <li key={index}>
            {offer.name}: {aheadText(offer.break_even)}, and {costText(offer)} at the end.
          </li>
        ))}
      </ul>
    </Panel>
  );
}
