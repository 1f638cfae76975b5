import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { switchLink } from 'contract/calculations/links.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { lazy, useState } from 'react';
import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { count } from 'contract/counts.ts';
import { formatAud, formatLongDate, formatShortRate } from '#parts/format/format.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { CheckAll } from './check-all.tsx';
import { KeepFollowing } from './keep-following.tsx';
import { partText } from './part-texts.ts';
import type { Checked } from './statement-inputs.ts';
import {
  alternativeText,
  causeSentences,
  haveOtherRates,
  openSentences,
  verdictOf,
} from './statement-texts.ts';
import { verdictRegion } from './use-focus-after-answer.ts';
import { mayBeRight } from 'engine/statements/supported-result.ts';

const LetterDialog = lazy(async () => ({ default: (await import('./letter-dialog.tsx')).LetterDialog }));

interface StatementSummaryProps {
  checked: Checked;
  /** Fills the form with the rates that explain more charges, and checks again. */
  applyRates: (rates: StatementResult['rates']) => void;
  /** Checks also what is not in the part that was checked. */
  checkAll: () => void;
}

/** The verdict, what it rests on, and what can be done with it. */
export function StatementSummary({ checked, applyRates, checkAll }: StatementSummaryProps) {
  const { result, areRatesGiven } = checked;
  const { totals, rates, alternative, closing_balance: owed } = result;
  const { title, tone, basis } = verdictOf(checked);
  const figures: FigureEntry[] = [
    ['Charges Explained', `${totals.explained} of ${totals.charges}`, checked.part && partText(checked.part)],
    ['Charged', formatAud(totals.charged), 'In the charges that were checked'],
    ['Expected', formatAud(totals.expected)],
  ];
  // What may have been given back is no money that the bank owes.
  const possible = result.rows.filter(
    (row, index) => mayBeRight(row) && !checked.possible.get(index)?.givenBack,
  );
  if (totals.differing > 0 || possible.length === 0)
    figures.push(['Difference', formatAud(totals.difference)]);
  if (possible.length > 0) {
    const cents = possible.reduce((sum, { difference }) => sum + Math.round(100 * (difference ?? 0)), 0);
    figures.push(['Differs, May Be Right', formatAud(cents / 100)]);
  }
  const open = openSentences(checked);
  const hasOtherRates = haveOtherRates(result);
  return (
    <>
      {/* Below the toolbar. */}
      <div className="not-print:@min-[42rem]:pt-[3rem]" {...verdictRegion}>
        <Alert tone={tone} title={title}>
          <p>{basis}</p>
        </Alert>
      </div>
      {checked.part && <CheckAll checkAll={checkAll} />}
      <Sentences sentences={causeSentences(result)} />
      {alternative && (
        <div className="flex flex-col items-start gap-3">
          {!hasOtherRates && <p>{alternativeText(result)}</p>}
          <Button onClick={() => applyRates(alternative.rates)}>Use the rates we found</Button>
        </div>
      )}
      <Sentences sentences={open} />
      {totals.not_checked < totals.charges && !hasOtherRates && <Figures figures={figures} />}
      {rates.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm tracking-wide text-muted">
            {areRatesGiven ? 'Your rates' : 'Rates we found'}
          </h3>
          <ul className="text-sm tabular-nums">
            {rates.map(({ from, annual_interest_rate, charges }) => (
              <li key={from}>
                {formatShortRate(annual_interest_rate)} from {formatLongDate(from)}:{' '}
                {count(charges, 'charge')} explained
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-sm text-muted">
        A difference is a question, not proof of a mistake. Backdated transactions, an account we do not know,
        or a rate we do not know can cause it.
      </p>
      {checked.leftOut.length > 0 && (
        <p className="text-sm wrap-anywhere print:hidden">Left out by hand: {checked.leftOut.join('; ')}.</p>
      )}
      {(checked.calculation ?? checked.followed) && (
        <p className="text-sm text-muted print:hidden">
          Saving or following sends dates, amounts and balances to your account here, and no texts.
        </p>
      )}
      <Actions checked={checked} owed={owed} applyRates={applyRates} />
    </>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

interface ActionsProps extends Omit<StatementSummaryProps, 'checkAll'> {
  owed: number;
}

function Actions({ checked, owed, applyRates }: ActionsProps) {
  const { result, areRatesGiven, followed } = checked;
  const [isLetterOpen, setLetterOpen] = useState(false);
  const rate = result.rates.at(-1)?.annual_interest_rate;
  const terms = {
    total_loan_amount: owed > 0 ? String(owed) : '',
    annual_interest_rate: rate === undefined ? '' : String(rate),
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden">
      {result.totals.differing > 0 && !haveOtherRates(result) && (
        <Button onClick={() => setLetterOpen(true)}>Letter</Button>
      )}
      {!areRatesGiven && result.rates.length > 0 && (
        <Button onClick={() => applyRates(result.rates)}>Use the rates we found</Button>
      )}
      {owed > 0 && rate !== undefined && (
        <>
          <Button to={calculatorUrl('loan', terms)}>What this loan costs to its end</Button>
          <Button to={switchLink({ current: terms })}>Stay or switch</Button>
        </>
      )}
      {followed && <KeepFollowing loan={followed} part={checked.part} />}
      {isLetterOpen && (
        <LazyDialog onClose={() => setLetterOpen(false)}>
          <LetterDialog checked={checked} onClose={() => setLetterOpen(false)} />
        </LazyDialog>
      )}
    </div>
  );
}
