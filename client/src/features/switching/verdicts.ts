import type { BarFigure } from '#parts/calculator/result-bar.tsx';
import { count, formatAud, formatDate, formatShare } from '#parts/format/format.ts';
import type { SwitchResult } from 'contract/scenarios/switching.ts';
import type { Answer } from '#parts/calculator/use-calculator.ts';
import type { SwitchInputs } from './switch-inputs.ts';

export type SwitchAnswer = Answer<SwitchInputs, SwitchResult>;
export type StayResult = SwitchResult['stay'];
export type OfferResult = SwitchResult['offers'][number];
export type OfferWay = OfferResult['least'];

export const viewTexts = { least: 'PAY THE LEAST', keep: "KEEP TODAY'S PAYMENT" } as const;
export type View = keyof typeof viewTexts;

type Verdict = Pick<OfferWay, 'difference' | 'break_even' | 'no_better_rate_percent'>;

/** Such as `$45,426.05 less than staying`. */
export function costText({ difference: { total_cost } }: Pick<OfferWay, 'difference'>): string {
  if (total_cost === 0) return 'the same as staying';
  return `${formatAud(Math.abs(total_cost))} ${total_cost < 0 ? 'less' : 'more'} than staying`;
}

/** Such as `ahead from payment 6, 23 May 2027`. */
export function aheadText(breakEven: OfferWay['break_even'], ahead = 'ahead'): string {
  if (!breakEven) return `never ${ahead}`;
  const { period, date } = breakEven;
  const day = date ? `, ${formatDate(date)}` : '';
  return `${ahead} from ${period === 0 ? 'the day of the change' : `payment ${period}`}${day}`;
}

export function noBetterText({ no_better_rate_percent: rate }: Verdict): string {
  return rate === null ? 'better at every rate up to 30%' : `no better from ${formatShare(rate)}`;
}

/** What a lower payment costs where the loan is longer. */
export function termTrapText({ least: { difference } }: Pick<OfferResult, 'least'>): string {
  const { payment, total_interest_paid, payoff_period } = difference;
  return (
    `TERM TRAP: ${formatAud(-payment)} less a payment, ${formatAud(total_interest_paid)} more interest, ` +
    `${count(payoff_period, 'payment')} longer.`
  );
}

/** The difference does not change after the last row. */
export const differenceAt = ({ rows, difference }: OfferWay, period: number): number =>
  rows[period]?.cost_difference ?? difference.total_cost;

/** The lowest total cost of staying and all offers. */
export const lowestCost = (ways: readonly { total_cost: number }[]) =>
  Math.min(...ways.map(({ total_cost }) => total_cost));

function cheapestOf(offers: readonly OfferResult[], view: View): OfferResult | undefined {
  const lowest = lowestCost(offers.map((offer) => offer[view]));
  return offers.find((offer) => offer[view].total_cost === lowest);
}

/** For the bar of narrow screens, which has room for one offer. */
export function barFigures(offers: readonly OfferResult[], view: View): BarFigure[] {
  const cheapest = cheapestOf(offers, view);
  if (!cheapest) return [];
  const label = offers.length > 1 ? `Cheapest of ${offers.length}: ${cheapest.name}` : cheapest.name;
  return [[label, costText(cheapest[view])]];
}

/** One sentence about the cheapest offer. */
export function announcementOf(offers: readonly OfferResult[], view: View): string {
  const cheapest = cheapestOf(offers, view);
  if (!cheapest) return '';
  const { break_even, ...way } = cheapest[view];
  const ahead = aheadText(break_even && { ...break_even, date: null });
  return `${cheapest.name} costs ${costText(way)}, ${ahead}.`;
}
