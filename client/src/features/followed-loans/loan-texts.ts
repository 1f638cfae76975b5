/** The sentences of a followed loan. */
import { count } from 'contract/counts.ts';
import type { FollowedLoanResult, LoanHeadline } from 'contract/followed-loans/followed-loan-result.ts';
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import { formatLongMonth } from 'contract/formats.ts';
import { dayOf } from 'engine/statements/days.ts';
import { formatAud, formatLongDate, formatShortRate, formatWholeAud } from '#parts/format/format.ts';
import { paymentsOfMonth, type SeveralPayments } from './several-payments.ts';

export interface Gap {
  from: string;
  to: string;
}

/** The days between rows, or charges, between which others are missing. */
export function gapsOf({ transactions }: FollowedLoanFields, check: FollowedLoanResult['check']): Gap[] {
  return (check?.findings ?? []).flatMap(({ kind, row, other_row: other }) => {
    const [from, to] = [transactions?.[(other ?? row - 1) - 1]?.date, transactions?.[row - 1]?.date];
    return kind === 'repeat' || to === undefined ? [] : [{ from: from ?? to, to }];
  });
}

/** The payments that are compared with the charges before them. */
const comparedPayments = 3;
const mostDaysAfterCharge = 35;

/** Whether each of the last payments is an interest charge of the month before it, and nobody has entered until when. */
export function seemsInterestOnly({ transactions, interest_only_until: until }: FollowedLoanFields): boolean {
  if (until) return false;
  const rows = transactions ?? [];
  const charges = rows.filter(({ kind }) => kind === 'interest');
  const last = rows
    .filter(({ kind, amount }) => (kind ?? 'other') === 'other' && Number(amount) < 0)
    .slice(-comparedPayments);
  return (
    last.length === comparedPayments &&
    last.every((payment) =>
      charges.some(({ date, amount }) => {
        const days = dayOf(payment.date) - dayOf(date);
        return days >= 0 && days <= mostDaysAfterCharge && Number(amount) === -Number(payment.amount);
      }),
    )
  );
}

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

interface Goal {
  title: string;
  target_date: string;
  expected_on: string | null;
  on_track: boolean | null;
}

/** Whether the next goal of which that is known is met. Goals of the past have ended. */
export function goalText(goals: readonly Goal[], today: string): string {
  const [goal] = goals
    .flatMap(({ expected_on, ...one }) =>
      one.target_date >= today && expected_on !== null ? [{ ...one, expected_on }] : [],
    )
    .toSorted((one, other) => one.target_date.localeCompare(other.target_date));
  if (!goal) return '';
  const { title, target_date: target, expected_on: expected, on_track: isMet } = goal;
  return isMet
    ? `Your goal “${title}” is met by ${formatLongMonth(expected)}.`
    : `Your goal “${title}” is missed by ${count(dayOf(expected) - dayOf(target), 'day')}.`;
}

/** Charges of two months are at most as far apart. */
const mostDaysOfMonth = 45;

export const areMonthApart = (from: string, to: string): boolean =>
  dayOf(to) - dayOf(from) <= mostDaysOfMonth;

/** The figures before are those of the last row up to a month ago, which may be much older. */
export function monthGainedText(
  input: FollowedLoanFields,
  { gained, as_of, check, rate }: Pick<FollowedLoanResult, 'gained' | 'as_of' | 'check' | 'rate'>,
): string {
  const { month_days: days, month_as_of: before } = gained;
  if (days === null || before === null) return '';
  const areRowsMissing = gapsOf(input, check).some(({ from, to }) => from < as_of && to > before);
  const isRateUnknown =
    rate?.source === 'earlier' ||
    check?.rows.some(({ date, reason }) => reason === 'rate_unknown' && date > before);
  if (areRowsMissing || isRateUnknown) {
    const why = areRowsMissing ? 'rows are missing' : 'the rate of a charge is not known';
    return `How the end has moved since ${formatLongDate(before)} is not known: ${why}`;
  }
  const isMonth = areMonthApart(before, as_of);
  const when = isMonth ? 'a month ago' : `on ${formatLongDate(before)}`;
  return days === 0 ? `The loan ends on the same day as it did ${when}` : apart(days, when);
}

/** How much more is owed than planned, where the end does not say it. */
export function behindText({
  as_of,
  gained,
  months,
}: Pick<FollowedLoanResult, 'as_of' | 'gained' | 'months'>) {
  const month = months.find(({ date }) => date === as_of);
  const cents = Math.round(100 * ((month?.owed ?? 0) - (month?.planned ?? Infinity)));
  return cents > 0 && (gained.plan_days ?? -1) < 0
    ? `You owe ${formatAud(cents / 100)} more than planned`
    : '';
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

type EndFigures = Pick<LoanHeadline, 'check' | 'offset' | 'owed' | 'payment' | 'projection' | 'rate'>;

interface Unknown {
  text: string;
  isWarning?: boolean;
}

function unknownRateText({ totals, verdict }: NonNullable<EndFigures['check']>): string {
  if (totals.charges === 0) return 'the rate is not known';
  return verdict === 'too_few'
    ? 'there are too few interest charges to find the rate'
    : 'no rate explains your interest charges';
}

/** What is missing of the rate and the payment. */
function missingText(
  { projection: { end_reason }, payment, rate, check }: EndFigures,
  needsPayment: boolean,
): string {
  const isRate = end_reason === 'rate_unknown' || rate === null;
  const isPayment = end_reason === 'payment_unknown' || (payment === null && needsPayment);
  if (check === null) {
    const missing = [isRate && 'the rate', isPayment && 'what you pay'].filter(Boolean);
    return `The end is not known: enter ${missing.join(' and ')}.`;
  }
  const why = [
    isRate && unknownRateText(check),
    isPayment && 'no regular payment is in the last 100 days',
  ].filter(Boolean);
  return `The end is not known: ${why.join(', and ')}. Enter ${why.length > 1 ? 'both' : 'it'}.`;
}

function endReasonText(
  figures: Figures,
  input: FollowedLoanFields,
  several: SeveralPayments | null,
): Unknown[] {
  const { projection } = figures;
  if (seemsInterestOnly(input) && projection.end_reason !== 'paid_off')
    return [{ text: 'You seem to pay only the interest: enter until when.' }];
  if (several) {
    const [all, regular] = [formatWholeAud(several.all), formatWholeAud(several.regular)];
    return [
      {
        text: `${all} a month in all is in your rows, of which ${regular} counts as regular. The end is not known: enter the payment.`,
      },
    ];
  }
  return unknownEndTexts(figures, !input.interest_only_until);
}

/** The end by the headline, or why it is not known. A payment that is found in the rows may be one of several in them. */
export function headlineEndText(headline: EndFigures): Unknown {
  const { projection, payment } = headline;
  const [unknown] = unknownEndTexts(headline, false);
  if (!unknown) return { text: endText(projection) };
  if (!unknown.isWarning || payment?.source !== 'rows') return unknown;
  const what =
    projection.end_reason === 'too_long'
      ? 'With the regular payment in your rows the loan takes more than 50 years'
      : 'The regular payment in your rows does not pay the loan off';
  return { text: `${what}: open the loan.`, isWarning: true };
}

/** Why the end is not known, and what helps. Empty where it is known. */
function unknownEndTexts(figures: EndFigures, needsPayment: boolean): Unknown[] {
  const { projection, payment, rate, owed, offset } = figures;
  switch (projection.end_reason) {
    case 'payment_unknown':
    case 'rate_unknown':
      return [{ text: missingText(figures, needsPayment) }];
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
            : `Your payment of ${amount} is about the interest: at this rate the debt hardly changes.`,
          isWarning: true,
        },
      ];
    }
    default:
      return [];
  }
}

const usualText = (check: Figures['check'], isCounted: boolean) =>
  check === null || check.totals.charges === 0
    ? `No interest charge is in your rows yet: the usual way of calculating is taken${isCounted ? '' : ', and what has accrued before is not counted'}.`
    : 'Too few charges are explained to know how your lender calculates interest. The usual way is taken: on each day’s closing balance, divided by 365.';

/** Whether the interest since the last charge, or since the loan was drawn, is counted. */
function isAccruedKnown({
  previous_charge_date: previous,
  opening_balance,
  transactions,
}: FollowedLoanFields) {
  const first = transactions?.[0];
  const opening = opening_balance ?? (first && Number(first.balance) - Number(first.amount));
  return Boolean(previous) || Math.round(100 * Number(opening ?? NaN)) === 0;
}

/** Whether what the offset accounts hold is not known for all days of the last charge, so that the charge proves no rate. */
export const isOffsetBehind = ({ offset_known_to: known, check }: Figures): boolean =>
  known !== null && known < (check?.rows.at(-1)?.to ?? '');

/** Whether the last charge that was checked is as without the offset accounts, which the end counts. */
const isOffsetIgnored = ({ offset, check }: Figures): boolean =>
  offset > 0 && check?.rows.findLast(({ status }) => status !== 'not_checked')?.cause === 'offset_ignored';

/** What is unknown, why, and what helps. */
export function unknownTexts(
  figures: Figures,
  input: FollowedLoanFields,
  several: SeveralPayments | null,
): Unknown[] {
  const { rate, plan_reason, offset_known_to, as_of, check, convention_source, projection } = figures;
  const isPaidOff = projection.end_reason === 'paid_off';
  const isOffsetOld = offset_known_to !== null && offset_known_to < as_of;
  const isBehind = isOffsetBehind(figures);
  return [
    ...endReasonText(figures, input, several),
    ...(rate?.source === 'earlier'
      ? [
          {
            text: `The last charge does not fit ${formatShortRate(rate.annual_interest_rate)}. ${isBehind ? 'Add the next file of your offset account.' : 'If your rate changed, enter it.'}`,
          },
        ]
      : []),
    ...(plan_reason === 'plan_unknown' && !isPaidOff
      ? [{ text: 'Enter when your contract ends to see the plan.' }]
      : []),
    ...(plan_reason === 'rate_unknown'
      ? [{ text: 'The plan needs a rate: enter that of your contract.' }]
      : []),
    ...(projection.end_date !== null && isOffsetIgnored(figures)
      ? [{ text: 'The end counts your offset account, but your last checked interest charge does not.' }]
      : []),
    ...(isOffsetOld ? [{ text: `Your offset account is known to ${formatLongDate(offset_known_to)}.` }] : []),
    ...(convention_source === 'usual' && !isPaidOff
      ? [{ text: usualText(check, isAccruedKnown(input)) }]
      : []),
  ];
}
