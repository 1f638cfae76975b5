import { switchLink } from 'contract/calculations/links.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { memo } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { ChargeTable } from './charge-table.tsx';
import { KeepFollowing } from './keep-following.tsx';
import type { Checked } from './statement-inputs.ts';

interface DetailsProps {
  checked: Checked;
  /** Fills the form with rates, and checks again. */
  applyRates: (rates: StatementResult['rates']) => void;
}

/** The charges and where to go on. Not rendered again while a key only changes the form. */
export const StatementDetails = memo(
  ({ checked, applyRates }: DetailsProps) => (
    <>
      <div>
        <ChargeTable result={checked.result} part={checked.part} />
        <p className="pt-3 text-xs text-muted">
          A difference is a question, not proof of a mistake. Backdated transactions, an account we do not
          know, or a rate we do not know can cause it.
        </p>
        {checked.leftOut.length > 0 && (
          <p className="pt-3 text-sm wrap-anywhere print:hidden">
            Left out by hand: {checked.leftOut.join('; ')}.
          </p>
        )}
      </div>
      <NextSteps {...{ checked, applyRates }} />
    </>
  ),
  (one, other) => one.checked === other.checked,
);

/** Where to go on from a result. */
function NextSteps({ checked: { result, areRatesGiven, followed, part }, applyRates }: DetailsProps) {
  const { rates, closing_balance: owed } = result;
  const rate = rates.at(-1)?.annual_interest_rate;
  const terms = {
    total_loan_amount: owed > 0 ? String(owed) : '',
    annual_interest_rate: rate === undefined ? '' : String(rate),
  };
  if (!followed && rate === undefined) return null;
  return (
    <Panel title="Next" className="print:hidden">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {followed && <KeepFollowing loan={followed} part={part} />}
        {owed > 0 && rate !== undefined && (
          <>
            <Button variant="ghost" className="text-text" to={calculatorUrl('loan', terms)}>
              What this loan costs to its end
            </Button>
            <Button variant="ghost" className="text-text" to={switchLink({ current: terms })}>
              Stay or switch
            </Button>
          </>
        )}
        {!areRatesGiven && rates.length > 0 && (
          <Button variant="ghost" className="text-text" onClick={() => applyRates(rates)}>
            Use the rates we found
          </Button>
        )}
      </div>
    </Panel>
  );
}
