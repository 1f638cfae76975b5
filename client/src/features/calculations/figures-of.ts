import { count } from 'contract/counts.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { againstStaying } from 'contract/scenarios/switching.constants.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';

type Figure = readonly [label: string, figure: string];

/** The main figures of a calculation. */
export function figuresOf({ summary, input }: Calculation): Figure[] {
  if ('final_balance' in summary) {
    return [
      ['Final balance', formatAud(summary.final_balance)],
      ['Interest earned', formatAud(summary.total_interest)],
    ];
  }
  if ('stay' in summary) {
    return summary.offers.map(({ name, least: { difference } }): Figure => [
      name,
      againstStaying(difference.total_cost, formatAud),
    ]);
  }
  if ('net_income' in summary) {
    return [
      ['Take-home pay', formatAud(summary.net_income)],
      [input['study_loan'] ? 'Tax and study loan' : 'Tax', formatAud(summary.total_tax)],
    ];
  }
  if ('verdict' in summary) {
    const { explained, charges } = summary.totals;
    const hasOffset = Array.isArray(input['offset_balances']) && input['offset_balances'].length > 0;
    // The check may explain them without it.
    if (summary.verdict === 'unexplained' && hasOffset)
      return [['Interest', `${explained} of ${count(charges, 'charge')} explained with the offset account`]];
    return [['Interest', `${explained} of ${count(charges, 'charge')} explained`]];
  }
  if ('largest' in summary) return buyingFigures(summary);
  if ('ends_in' in summary) {
    return [
      ['Ends in', summary.ends_in ?? 'Not within 50 years'],
      ['Total indexation', formatAud(summary.total_indexation)],
    ];
  }
  const payment: Figure = [paymentName(input), formatAud(summary.calculated_monthly_payment)];
  const interest: Figure = ['Total interest', formatAud(summary.total_interest_paid)];
  if (!('saved' in summary) || summary.saved.interest <= 0) return [payment, interest];
  return [payment, interest, ['Interest saved', formatAud(summary.saved.interest)]];
}

type BuyingSummary = Extract<Calculation['summary'], { largest: unknown }>;

function buyingFigures({ purchase, borrowing, largest }: BuyingSummary): Figure[] {
  const figures: (Figure | null)[] = [
    purchase && ['Cash needed', formatAud(purchase.cash_needed)],
    borrowing && ['Can be borrowed', formatAud(borrowing.loan)],
    largest?.price ? ['Largest price', formatWholeAud(largest.price)] : null,
  ];
  return figures.filter((figure) => figure !== null);
}

function paymentName({ payment_frequency: frequency }: Calculation['input']): string {
  if (frequency === 'fortnightly') return 'Fortnightly payment';
  return frequency === 'weekly' ? 'Weekly payment' : 'Monthly payment';
}
