import { Chart } from '#parts/chart/chart.tsx';
import { formatAud } from '#parts/format/format.ts';
import { aheadText, differenceAt, type Loans, type Offer } from './verdicts.ts';

/** Of the offers that are not the cheapest. */
const otherLines = [
  { color: 'info', isDotted: true },
  { color: 'hot', isDashed: true },
] as const;

/** The costs of each offer so far against those of staying, with the payment from which it is ahead. */
export function DifferenceChart({ loans: { stay, offers, cheapest, rows } }: { loans: Loans }) {
  const others = offers.filter((offer) => offer !== cheapest);
  return (
    <Chart
      kind="line"
      unitText="Interest and fees so far against staying, AUD"
      labels={rows.map(({ period, due_date: date }) => date ?? String(period))}
      hasYears={rows.at(-1)?.due_date !== null}
      series={[
        ...offers.map((offer) => ({
          name: offer.name,
          ...(offer === cheapest ? { color: 'accent' as const } : otherLines[others.indexOf(offer)]!),
          ...breakEvenOf(offer, offer === cheapest),
          values: rows.map(({ period }) => differenceAt(offer, period)),
          endLabel: [offer.name, formatAud(offer.difference.total_cost)],
        })),
        {
          name: stay.name,
          color: 'muted' as const,
          isDashed: true,
          values: rows.map(() => 0),
          endLabel: [stay.name],
        },
      ]}
      label={`Line chart: interest and fees so far, less those of staying. ${offers
        .map(({ name, difference }) => `${name} ends at ${formatAud(difference.total_cost)}`)
        .join(', ')}. The table by year has the figures.`}
    />
  );
}

/** The payment from which an offer is ahead, in words for the cheapest. */
function breakEvenOf({ break_even: breakEven }: Offer, isCheapest: boolean) {
  if (!breakEven) return {};
  const { period: index } = breakEven;
  return isCheapest
    ? { notes: [{ index, text: aheadText({ ...breakEven, date: null }) }] }
    : { notes: [{ index, text: '' }] };
}
