import { memo } from 'react';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { Tag } from '#ui/feedback/tag.tsx';
import { offerTerms } from './offer-texts.ts';
import { sentOffers } from './switch-inputs.ts';
import {
  aheadText,
  costText,
  loansIn,
  noBetterText,
  type SwitchAnswer,
  termTrapText,
  type View,
} from './verdicts.ts';

interface OfferCardsProps {
  answer: SwitchAnswer;
  view: View;
}

/** Staying, and a card for each offer. */
export const OfferCards = memo(function OfferCards({ answer: { terms, result }, view }: OfferCardsProps) {
  const { stay, offers, cheapest } = loansIn(result, view);
  const lowest = Math.min(stay.total_cost, cheapest.total_cost);
  const sent = sentOffers(terms.offers);
  return (
    <>
      <p className="text-sm text-muted">
        Staying: <strong className="text-strong">{formatAud(stay.payment)}</strong> a payment,{' '}
        <strong className="text-strong">{formatAud(stay.total_cost)}</strong> in all
        {stay.payoff_date && `, until ${formatDate(stay.payoff_date)}`}{' '}
        {stay.total_cost === lowest && <Cheapest />}
      </p>
      <ul className="grid grid-fit-[10.5rem] gap-4">
        {offers.map((offer, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
            key={index}
            className="flex min-w-0 flex-col gap-3 border-s border-rule ps-4"
          >
            <h3 className="flex flex-wrap items-center gap-2 text-md font-semibold wrap-anywhere text-accent">
              {offer.name} {offer.total_cost === lowest && <Cheapest />}
            </h3>
            <p className="text-xl leading-[1.3] font-semibold wrap-anywhere tabular-nums">
              {costText(offer)}
            </p>
            <p className="text-sm tabular-nums">{aheadText(offer.break_even)}</p>
            <p className="text-sm text-muted tabular-nums">{noBetterText(offer)}</p>
            {offer.term_trap && view === 'least' && (
              <p className="border border-warn p-3 text-sm font-semibold text-warn">{termTrapText(offer)}</p>
            )}
            <dl className="flex flex-col gap-2 text-sm tabular-nums">
              <Figure label="Payment" figure={formatAud(offer.payment)} />
              <Figure label="Total cost" figure={formatAud(offer.total_cost)} />
              {offer.payoff_date && <Figure label="Repaid on" figure={formatDate(offer.payoff_date)} />}
            </dl>
            <p className="text-xs text-muted">{sent[index] && offerTerms(sent[index], terms)}</p>
          </li>
        ))}
      </ul>
    </>
  );
});

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <div>
      <dt className="text-xs tracking-wide text-muted">{label}</dt>
      <dd className="wrap-anywhere">{figure}</dd>
    </div>
  );
}

const Cheapest = () => <Tag tone="info">CHEAPEST</Tag>;
