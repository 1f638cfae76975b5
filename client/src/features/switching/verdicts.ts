import { count } from 'contract/counts.ts';
import { againstStaying } from 'contract/scenarios/switching.constants.ts';
import type { SwitchResult } from 'contract/scenarios/switching.ts';
import type { CalculatorOutput } from '#parts/calculator/use-calculation.ts';
import { formatAud, formatDate, formatDateInCapitals, formatShare } from '#parts/format/format.ts';
import type { SwitchInputs } from './switch-inputs.ts';

export type SwitchAnswer = CalculatorOutput<SwitchInputs, SwitchResult>;

export const viewTexts = { least: 'PAY THE LEAST', keep: "KEEP TODAY'S PAYMENT" } as const;
export type View = keyof typeof viewTexts;

type OfferResult = SwitchResult['offers'][number];
type OfferWay = OfferResult['least'];
export type Staying = SwitchResult['stay'] & { name: string };
/** An offer, paid in one of the two ways. */
export type Offer = OfferWay & Pick<OfferResult, 'name' | 'comparison_rate_percent' | 'term_trap'>;

export interface Loans {
  stay: Staying;
  offers: readonly Offer[];
  cheapest: Offer;
  /** Those of the longest loan. */
  rows: Staying['rows'];
}

/** Staying and the offers in one view. There is at least one offer. */
export function loansIn({ stay, offers: results }: SwitchResult, view: View): Loans {
  const offers = results.map(({ least, keep, ...offer }) => ({
    ...offer,
    ...(view === 'least' ? least : keep),
  }));
  const cheapest = offers.reduce((one, other) => (other.total_cost < one.total_cost ? other : one));
  const longest = [stay, ...offers].reduce((one, other) =>
    other.rows.length > one.rows.length ? other : one,
  );
  return { stay: { ...stay, name: 'Staying' }, offers, cheapest, rows: longest.rows };
}

/** Such as `$45,426.05 less than staying`. */
export const costText = ({ difference }: OfferWay) => againstStaying(difference.total_cost, formatAud);

/** Such as `ahead from payment 6, 23 May 2027`. */
export function aheadText(breakEven: OfferWay['break_even'], ahead = 'ahead'): string {
  if (!breakEven) return `never ${ahead}`;
  const { period, date } = breakEven;
  const day = date ? `, ${formatDate(date)}` : '';
  return `${ahead} from ${period === 0 ? 'the day of the change' : `payment ${period}`}${day}`;
}

/** The same in the capitals of a verdict. */
export function aheadTitle(breakEven: OfferWay['break_even']): string {
  if (!breakEven) return 'NEVER AHEAD';
  const { period, date } = breakEven;
  const day = date ? `, ${formatDateInCapitals(date)}` : '';
  return `AHEAD FROM ${period === 0 ? 'THE DAY OF THE CHANGE' : `PAYMENT ${period}`}${day}`;
}

export function noBetterTitle({ no_better_rate_percent: rate }: OfferWay): string {
  return rate === null ? 'BETTER AT EVERY RATE UP TO 30%' : `NO BETTER FROM ${formatShare(rate)}`;
}

/** What a lower payment costs where the loan is longer. */
export function termTrapText({
  difference: { payment, total_interest_paid, payoff_period },
}: OfferWay): string {
  return (
    `TERM TRAP: ${formatAud(-payment)} less a payment, ${formatAud(total_interest_paid)} more interest, ` +
    `${count(payoff_period, 'payment')} longer.`
  );
}

/** The difference does not change after the last row. */
export const differenceAt = ({ rows, difference }: OfferWay, period: number): number =>
  rows[period]?.cost_difference ?? difference.total_cost;

/** One sentence about the cheapest offer. */
export function announcementOf(cheapest: Offer): string {
  const { name, break_even } = cheapest;
  return `${name} costs ${costText(cheapest)}, ${aheadText(break_even && { ...break_even, date: null })}.`;
}
