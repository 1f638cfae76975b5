/** The sentences of rate decisions, and of the lender's own changes. */
import { count } from 'contract/counts.ts';
import type { FollowedLoanResult, LoanDecision } from 'contract/followed-loans/followed-loan-result.ts';
import { withMinus } from 'contract/formats.ts';
import { dayOf } from 'engine/statements/days.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';

/** Such as `+0.25 points`. */
export const pointsText = (points: number) =>
  `${points > 0 ? '+' : ''}${withMinus(points.toFixed(2))} points`;

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

const coveredDays = 100;

/** Whether the rate of each day of the time in which a decision is passed on is proven by a charge. */
function isCovered({ date }: LoanDecision, check: FollowedLoanResult['check']): boolean {
  if (!check || check.alternative !== null) return false;
  const last = dayOf(date) + coveredDays;
  let next = dayOf(date);
  for (const { status, from, to } of check.rows) {
    if (status === 'explained' && from && to && dayOf(from) <= next) next = Math.max(next, dayOf(to) + 1);
  }
  return next > last;
}

/** Whether and when a decision reached the loan. */
export function outcomeText(decision: LoanDecision, check: FollowedLoanResult['check']): string {
  const stateTexts: Record<LoanDecision['state'], string> = {
    passed_on: `${delayText(decision)}.`,
    not_passed_on: 'not passed on.',
    open: 'not here yet.',
    undated: 'The file does not say on which day.',
  };
  const isProven = decision.state !== 'not_passed_on' || isCovered(decision, check);
  return stateTexts[isProven ? decision.state : 'undated'];
}

export const decisionText = (decision: LoanDecision, check: FollowedLoanResult['check']) =>
  `${formatLongDate(decision.date)}, ${pointsText(decision.points_of_decision)}: ${outcomeText(decision, check)}`;

export const ownChangeText = ({ date, points }: FollowedLoanResult['own_changes'][number]) =>
  `${formatLongDate(date)}, ${pointsText(points)}: your lender’s own decision.`;
