/** The sentences of a followed loan. */
import { count } from 'contract/counts.ts';
import type {
  FollowedLoanResult,
  LoanDecision,
  LoanHeadline,
  LoanMonth,
} from 'contract/followed-loans/followed-loan-result.ts';
import { formatLongMonth, withMinus } from 'contract/formats.ts';
import { formatAud, formatLongDate, formatShortRate, formatWholeAud } from '#parts/format/format.ts';

export const owedText = ({ owed, as_of }: Pick<LoanHeadline, 'owed' | 'as_of'>) =>
  `${formatAud(owed)} owed on ${formatLongDate(as_of)}`;

export const endText = ({ end_date, end_reason }: LoanHeadline['projection']) => {
  if (end_date !== null) return `Paid off on ${formatLongDate(end_date)}`;
  return end_reason === 'paid_off' ? 'Paid off' : 'The end is not known';
};

const apart = (days: number, than: string) =>
  `${count(Math.abs(days), 'day')} ${days > 0 ? 'earlier' : 'later'} than ${than}`;

/** Such as `142 days earlier than planned`; empty if it is not known. */
export function gainedText(days: number | null): string {
  if (days === null) return '';
  return days === 0 ? 'On the planned day' : apart(days, 'planned');
}

export function monthGainedText(days: number | null): string {
  if (days === null) return '';
  return days === 0 ? 'On the same day as a month ago' : apart(days, 'a month ago');
}

type Figures = Pick<
  FollowedLoanResult,
  | 'as_of'
  | 'check'
  | 'convention_source'
  | 'offset'
  | 'offset_known_to'
  | 'owed'
  | 'payment'
  | 'plan_reason'
  | 'projection'
  | 'rate'
>;

interface Unknown {
  text: string;
  isWarning?: boolean;
}

const paymentsOfMonth = { monthly: 1, fortnightly: 26 / 12, weekly: 52 / 12 };

function endReasonText({ projection, payment, rate, owed, offset, check }: Figures): Unknown[] {
  switch (projection.end_reason) {
    case 'payment_unknown':
      return [{ text: 'The end is not known: no regular payment is in the last 100 days. Enter it.' }];
    case 'rate_unknown':
      return [
        {
          text: `The end is not known: ${check === null ? 'the rate is not known' : 'no rate explains your interest charges'}. Enter it.`,
        },
      ];
    case 'interest_only':
      return [{ text: 'The end is known when interest-only ends: enter your contract.' }];
    case 'too_long':
      return [
        {
          text: 'The end is not known: with this payment the loan takes more than 50 years.',
          isWarning: true,
        },
      ];
    case 'payment_below_interest': {
      const interest = (Math.max(owed - offset, 0) * (rate?.annual_interest_rate ?? 0)) / 1200;
      const paid = (payment?.amount ?? 0) * paymentsOfMonth[payment?.frequency ?? 'monthly'];
      const [more, less] = [formatWholeAud(interest), formatWholeAud(paid)];
      const isLess = paid < interest && more !== less;
      const amount = `${payment?.frequency === 'monthly' ? '' : 'about '}${less}${payment?.frequency === 'monthly' ? '' : ' a month'}`;
      return [
        {
          text: isLess
            ? `Your payment of ${amount} is less than the interest of about ${more} a month: at this rate the debt grows.`
            : `Your payment of ${amount} pays no more than the interest: at this rate the debt stays.`,
          isWarning: true,
        },
      ];
    }
    default:
      return [];
  }
}

const usualText = (check: Figures['check']) =>
  check === null || check.totals.charges === 0
    ? 'No interest charge is in your rows yet: the usual way of calculating is taken, and what has accrued before is not counted.'
    : 'Too few charges are explained to know how your lender calculates interest. The usual way is taken: on each day’s closing balance, divided by 365.';

/** What is unknown, why, and what helps. */
export function unknownTexts(figures: Figures): Unknown[] {
  const { rate, plan_reason, offset_known_to, as_of, check, convention_source, projection } = figures;
  const isPaidOff = projection.end_reason === 'paid_off';
  const isOffsetOld = offset_known_to !== null && offset_known_to < as_of;
  return [
    ...endReasonText(figures),
    ...(rate?.source === 'earlier'
      ? [
          {
            text: `The last charge does not fit ${formatShortRate(rate.annual_interest_rate)}. If your rate changed, enter it.`,
          },
        ]
      : []),
    ...(plan_reason === 'plan_unknown' && !isPaidOff
      ? [{ text: 'Enter when your contract ends to see the plan.' }]
      : []),
    ...(plan_reason === 'rate_unknown'
      ? [{ text: 'The plan needs a rate: enter that of your contract.' }]
      : []),
    ...(isOffsetOld ? [{ text: `Your offset account is known to ${formatLongDate(offset_known_to)}.` }] : []),
    ...(convention_source === 'usual' && !isPaidOff ? [{ text: usualText(check) }] : []),
  ];
}

/** One sentence for a point of the chart. */
export function monthText({ date, owed, expected, planned }: LoanMonth, as_of: string): string {
  const parts = [
    owed === null ? '' : `${formatAud(owed)} owed`,
    expected === null || owed !== null ? '' : `${formatAud(expected)} expected`,
    planned === null ? '' : `${formatAud(planned)} planned`,
  ].filter(Boolean);
  const when = date === as_of ? formatLongDate(date) : formatLongMonth(date);
  return `${when}: ${parts.length > 0 ? parts.join(', ') : 'not known'}.`;
}

const signed = (points: number) => `${points > 0 ? '+' : ''}${withMinus(points.toFixed(2))}`;

function costText(cost: number | null): string {
  if (cost === null) return ', the cost is not known';
  if (cost === 0) return '';
  return `, ${formatAud(Math.abs(cost))} ${cost > 0 ? 'more' : 'less'} interest`;
}

function delayText({ days, cost }: LoanDecision): string {
  if (days === null || days < 0) return 'came early';
  if (days === 0) return 'on the same day on your loan';
  return `${count(days, 'day')} later on your loan${costText(cost)}`;
}

export function decisionText(decision: LoanDecision): string {
  const stateTexts: Record<LoanDecision['state'], string> = {
    passed_on: `${delayText(decision)}.`,
    not_passed_on: 'not passed on.',
    open: 'not here yet.',
    undated: 'The file does not say on which day.',
  };
  return `${formatLongDate(decision.date)}, ${signed(decision.points_of_decision)}: ${stateTexts[decision.state]}`;
}

export const ownChangeText = ({ date, points }: FollowedLoanResult['own_changes'][number]) =>
  `${formatLongDate(date)}, ${signed(points)}: your lender’s own decision.`;
