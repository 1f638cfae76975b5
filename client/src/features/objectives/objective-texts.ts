/** The words of an objective. */
import type { Objective } from 'contract/objectives/objectives.ts';
import { newerVersionText } from 'contract/texts.ts';
import { formatAud, formatDate } from '#parts/format/format.ts';

/** What its amount is. */
export const doneTexts: Record<Objective['kind'], string> = {
  pay_off: 'repaid',
  save: 'saved',
  owe_below: 'owed',
  offset_above: 'held in the offset account',
  unknown: 'saved',
};

interface ObjectiveStatus {
  text: string;
  isOffTrack?: boolean;
}

const isReached = ({ kind, target_amount }: Objective, amount: number) =>
  kind === 'owe_below' ? amount <= target_amount : amount >= target_amount;

/** The first of the days from which on a goal of a loan is reached. Its history has only the ends of months. */
function reachedBy(objective: Objective) {
  const { history } = objective;
  return history[history.findLastIndex(({ amount }) => !isReached(objective, amount)) + 1]?.date;
}

/** When it is expected, or what is needed. `period` is the time between two payments of its loan, such as `month`. */
export function statusOf(objective: Objective, today: string, period = 'payment'): ObjectiveStatus {
  const { kind, loan_id, current_amount, target_amount, target_date } = objective;
  if (kind === 'unknown') return { text: newerVersionText };
  if (loan_id !== null && isReached(objective, current_amount)) {
    const day = reachedBy(objective);
    return { text: day === undefined ? 'reached' : `reached by ${formatDate(day)}` };
  }
  if (loan_id !== null && kind !== 'offset_above') return statusOfDebt(objective, period);
  if (current_amount >= target_amount) return { text: 'reached' };
  const missing = formatAud(target_amount - current_amount);
  if (target_date < today) return { text: `overdue, ${missing} missing`, isOffTrack: true };
  const monthly = objective.needed_per_month;
  return { text: monthly === null ? `${missing} at once` : `${formatAud(monthly)} a month` };
}

/** Of a debt that a followed loan pays. */
function statusOfDebt({ expected_on, on_track, needed_extra }: Objective, period: string): ObjectiveStatus {
  if (needed_extra) return { text: `${formatAud(needed_extra)} more a ${period}`, isOffTrack: true };
  if (expected_on === null) return { text: 'not known, see the loan' };
  if (on_track) return { text: `expected ${formatDate(expected_on)}` };
  return { text: `expected ${formatDate(expected_on)}, too late`, isOffTrack: true };
}
