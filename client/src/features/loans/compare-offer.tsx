import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { switchLink } from 'contract/calculations/links.ts';
import { Link } from 'react-router-dom';
import { scenarioOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { useToday } from '#parts/page/today.ts';
import type { CurrentLoan } from './current-loan.ts';

/** Takes the loan with its options and dates to *Stay or switch*. */
export function CompareOffer({ loan: { terms, answer } }: { loan: CurrentLoan }) {
  const today = useToday();
  const options = answer?.terms.options ?? emptyScenario;
  const current = {
    ...scenarioOf({ loan: terms, options }),
    extra_payments: options.extra_payments,
    start_date: options.start_date || today,
  };
  return (
    <div className="border border-rule bg-surface p-5 print:hidden">
      <p className="font-semibold text-strong">Offered a better rate?</p>
      <p className="mb-2 text-sm">
        Your {formatShortAud(Number(terms.total_loan_amount))} at{' '}
        {formatShortRate(Number(terms.annual_interest_rate))} comes along.
      </p>
      <Link className="inline-flex min-h-target items-center text-sm" to={switchLink({ current })}>
        Compare with another bank’s offer
      </Link>
    </div>
  );
}
