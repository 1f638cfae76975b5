import type { Calculation } from 'contract/calculations/calculations.ts';
import { count } from 'contract/counts.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import { formatAud, formatShortRate } from '#parts/format/format.ts';

/** A row of the archive. A summary of another version may lack figures. */
interface ArchiveFigures {
  /** What is paid, saved or earned a month, or in another period. */
  payment?: number | undefined;
  /** Such as `fortnight`, if it is no month. */
  period?: string | undefined;
  interest?: number | undefined;
  /** An amount, or words. */
  result?: number | string | undefined;
  /** What the result is. */
  word: string;
  /** What else is known. */
  more?: string | undefined;
}

type Summary = Calculation['summary'];
type Input = Calculation['input'];
type SummaryWith<Field extends string> = Extract<Summary, Record<Field, unknown>>;

/** The main figures of a calculation, for the columns that all kinds share. */
export function figuresOf({ summary, input }: Pick<Calculation, 'summary' | 'input'>): ArchiveFigures {
  if ('final_balance' in summary) {
    return {
      payment: Number(input['deposit_per_month']),
      interest: summary.total_interest,
      result: summary.final_balance,
      word: 'final balance',
    };
  }
  if ('stay' in summary) return switchFigures(summary, input);
  if ('net_income' in summary) {
    return {
      payment: summary.net_per?.monthly,
      result: summary.net_income,
      word: 'take-home pay',
      more: `${input['study_loan'] ? 'tax and study loan' : 'tax'} ${formatAud(summary.total_tax)}`,
    };
  }
  if ('verdict' in summary) return statementFigures(summary, input);
  if ('largest' in summary) return buyingFigures(summary);
  if ('ends_in' in summary) {
    return {
      result: summary.total_indexation,
      word: 'indexation',
      more: summary.ends_in === null ? 'does not end within 50 years' : `ends in ${summary.ends_in}`,
    };
  }
  return loanFigures(summary, input);
}

function loanFigures(summary: SummaryWith<'calculated_monthly_payment'>, input: Input): ArchiveFigures {
  const { calculated_monthly_payment: payment, total_interest_paid: interest, total_payments_made } = summary;
  const figures = { payment, period: periodOf(input), interest };
  if ('saved' in summary && summary.saved.interest > 0)
    return { ...figures, result: summary.saved.interest, word: 'interest saved' };
  return {
    ...figures,
    result: total_payments_made,
    word: 'in all',
  };
}

function periodOf({ payment_frequency: frequency }: Input): string | undefined {
  return frequency === undefined || frequency === 'monthly'
    ? undefined
    : periodNames[frequency as PaymentFrequency];
}

/** Of the offer that costs the least. */
function switchFigures({ offers }: SummaryWith<'stay'>, input: Input): ArchiveFigures {
  const { current, offers: asked } = input as { current?: Input; offers?: Input[] };
  const costOf = (offer: (typeof offers)[number] | undefined) =>
    offer?.least.difference.total_cost ?? Infinity;
  const best = offers.reduce((one, other) => (costOf(other) < costOf(one) ? other : one));
  const rate = asked?.[offers.indexOf(best)]?.['annual_interest_rate'];
  const { payment, total_interest_paid: interest } = best.least;
  const cost = costOf(best);
  return {
    payment,
    period: periodOf(current ?? {}),
    interest,
    result: Math.abs(cost),
    word: cost === 0 ? 'the same as staying' : `${cost < 0 ? 'less' : 'more'} than staying`,
    more: `${offers.length === 1 ? 'offer' : `${best.name}, the best of ${count(offers.length, 'offer')},`} at ${formatShortRate(Number(rate))}`,
  };
}

function statementFigures({ verdict, totals }: SummaryWith<'verdict'>, input: Input): ArchiveFigures {
  const hasOffset = Array.isArray(input['offset_balances']) && input['offset_balances'].length > 0;
  return {
    result: `${totals.explained} of ${totals.charges}`,
    // The check may explain them without it.
    word: `charges explained${verdict === 'unexplained' && hasOffset ? ' with the offset account' : ''}`,
  };
}

function buyingFigures({ purchase, borrowing, largest }: SummaryWith<'largest'>): ArchiveFigures {
  const all = [
    largest?.price ? { amount: largest.price, word: 'largest price' } : null,
    borrowing && { amount: borrowing.loan, word: 'can be borrowed' },
    purchase && { amount: purchase.cash_needed, word: 'cash needed' },
  ].filter((one) => one !== null);
  const [first, ...others] = all;
  return {
    result: first?.amount,
    word: first?.word ?? '',
    more: others.map(({ amount, word }) => `${word} ${formatAud(amount)}`).join(', '),
  };
}
