import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { formatAud } from '#parts/format/format.ts';
import { differenceAt, type Loans } from './verdicts.ts';

const lines = [
  { token: '--ok' },
  { token: '--warn', isDashed: true },
  { token: '--info', isDotted: true },
] as const;

/** The costs of each offer so far against those of staying, with the payment from which it is ahead. */
export function DifferenceChart({ loans: { stay, offers, rows } }: { loans: Loans }) {
  return (
    <div className="print:hidden">
      <p className="mb-2 text-xs text-muted">Interest and fees so far against staying, AUD</p>
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
    </div>
  );
}
