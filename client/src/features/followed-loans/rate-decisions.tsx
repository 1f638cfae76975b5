import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { followedLoanLimits, monthsCountedUp } from 'contract/followed-loans/followed-loans.constants.ts';
import { RateGapLine } from '#parts/rate-gap/rate-gap-line.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { decisionText, ownChangeText } from './decision-texts.ts';

interface RateDecisionsProps {
  figures: FollowedLoanResult;
  /** Whether the rate follows the cash rate. */
  isVariable: boolean;
}

/** When decisions on the cash rate reached the loan, and what a delay cost. */
export function RateDecisions({ figures, isVariable }: RateDecisionsProps) {
  const { decisions, own_changes, check } = figures;
  const entries = [
    ...decisions.map((decision) => ({ date: decision.date, text: decisionText(decision, check) })),
    ...own_changes.map((change) => ({ date: change.date, text: ownChangeText(change) })),
  ].toSorted((one, other) => other.date.localeCompare(one.date));
  const input = gapInput(figures);
  return (
    <Panel title="Rate decisions">
      <div className="flex flex-col gap-4">
        {entries.length === 0 && (
          <p className="text-muted">
            {isVariable
              ? 'No decision on the cash rate is within the days of your rows.'
              : 'Your rate does not follow the cash rate.'}
          </p>
        )}
        <ul className="flex flex-col gap-1 tabular-nums empty:hidden">
          {entries.map(({ date, text }) => (
            <li key={`${date} ${text}`}>{text}</li>
          ))}
        </ul>
        {decisions.length > 0 && <p className="text-sm text-muted">Lenders choose the day themselves.</p>}
        {input && <RateGapLine input={input} />}
      </div>
    </Panel>
  );
}

/** The rest of the loan; undefined where its end or its rate is not known. */
function gapInput({ as_of, owed, rate, projection: { end_date } }: FollowedLoanResult) {
  if (end_date === null || rate === null || owed <= 0) return undefined;
  const months = monthsCountedUp(as_of, end_date);
  const { minPlanMonths, maxPlanMonths } = followedLoanLimits;
  if (months < minPlanMonths || months > maxPlanMonths) return undefined;
  return {
    total_loan_amount: owed,
    duration_months: months,
    annual_interest_rate: rate.annual_interest_rate,
    compounding_frequency: 'monthly',
  };
}
