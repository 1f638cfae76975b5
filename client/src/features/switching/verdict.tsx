import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { formatAud } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { memo } from 'react';
import { Chart } from '#parts/chart/chart.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { pricedLoans } from './leaving.ts';
import { SwitchFigure } from './switch-figure.tsx';
import { sentOffers } from './switch-inputs.ts';
import {
  aheadText,
  aheadTitle,
  differenceAt,
  type Loans,
  loansIn,
  noBetterTitle,
  type Offer,
  type SwitchAnswer,
  termTrapText,
  type View,
} from './verdicts.ts';

interface VerdictProps {
  answer: SwitchAnswer;
  view: View;
}

/** The cheapest offer in words, its course over time, and all loans side by side. */
export const Verdict = memo(function Verdict({ answer: { terms, result }, view }: VerdictProps) {
  const loans = loansIn(result, view);
  const { offers, cheapest } = loans;
  const priced = pricedLoans(loans, terms);
  const index = offers.indexOf(cheapest);
  const { total_cost: difference } = cheapest.difference;
  const isMore = difference > 0;
  const less = priced[0]!.leaving - (priced[index + 1]?.leaving ?? 0);
  const period = periodNames[terms.payment_frequency];
  const hasNoCosts = !Number(sentOffers(terms.offers)[index]?.switching_costs);
  return (
    <>
      <div className={cx('@container flex flex-col gap-2', isMore ? 'text-warn' : 'text-accent')}>
        <p className="label">
          {isMore ? `Staying is cheapest. ${cheapest.name} costs` : `Cheapest: ${cheapest.name}`}
        </p>
        <p className="leading-[1.3] font-semibold wrap-normal tabular-nums">
          <span className="text-[length:clamp(var(--text-md),9cqi,var(--text-lead))] tracking-[-0.02em]">
            {difference !== 0 && (
              <>
                <SwitchFigure
                  label="Against staying"
                  figure={formatAud(Math.abs(difference))}
                  step="difference"
                  column={{
                    priced: priced[index + 1]!,
                    staying: priced[0]!,
                    frequency: terms.payment_frequency,
                    basis: terms.payment_basis,
                  }}
                />{' '}
              </>
            )}
          </span>
          <span className="inline-block text-lg">
            {difference === 0 ? 'THE SAME AS STAYING' : isMore ? 'MORE THAN STAYING' : 'LESS THAN STAYING'}
          </span>
        </p>
      </div>
      <p className="text-strong">
        {Math.abs(less) < 0.005
          ? `The same amount leaves your account each ${period}`
          : `${formatAud(Math.abs(less))} ${less > 0 ? 'less' : 'more'} leaves your account each ${period}`}
        {priced.some(({ fee }) => fee > 0) && ', the fee included'}.
      </p>
      <p className="text-xs tabular-nums">
        <span className="text-strong">{aheadTitle(cheapest.break_even)}</span>
        <span className="text-muted"> · {noBetterTitle(cheapest)}</span>
      </p>
      {hasNoCosts && (
        <p className="text-sm text-warn">
          No costs of switching were entered for {cheapest.name}. A discharge fee, a break cost and the
          registration can change this answer.
        </p>
      )}
      {view === 'least' &&
        offers.map(
          (offer, position) =>
            offer.term_trap && (
              // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
              <p key={position} className="border border-warn p-3 text-sm font-semibold text-warn">
                {offers.length > 1 && `${offer.name}. `}
                {termTrapText(offer)}
              </p>
            ),
        )}
      <DifferenceChart loans={loans} />
      <ComparisonTable loans={priced} frequency={terms.payment_frequency} basis={terms.payment_basis} />
    </>
  );
});

/** Of the offers that are not the cheapest. */
const otherLines = [
  { color: 'info', isDotted: true },
  { color: 'hot', isDashed: true },
] as const;

/** The costs of each offer so far against those of staying, with the payment from which it is ahead. */
function DifferenceChart({ loans: { stay, offers, cheapest, rows } }: { loans: Loans }) {
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
