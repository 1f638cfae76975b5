import type { StatementResult } from 'contract/statements/statements.ts';
import { lazy, type ReactNode, useState } from 'react';
import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { SaveButton } from '#parts/calculator/saved/save-button.tsx';
import { count } from 'contract/counts.ts';
import { formatAud, formatLongDate, formatShortRate } from '#parts/format/format.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ChargeChart } from './charge-chart.tsx';
import { CheckAll } from './check-all.tsx';
import type { CheckedRange } from './confirm-questions.ts';
import type { Checked } from './statement-inputs.ts';
import {
  alternativeText,
  causeSentences,
  haveOtherRates,
  openSentences,
  verdictOf,
} from './statement-texts.ts';
import { Verdict } from './verdict.tsx';
import { mayBeRight } from 'engine/statements/supported-result.ts';

const LetterDialog = lazy(async () => ({ default: (await import('./letter-dialog.tsx')).LetterDialog }));

interface StatementSummaryProps {
  checked: Checked;
  /** Prints and exports the result. */
  toolbar: ReactNode;
  /** Fills the form with the rates that explain more charges, and checks again. */
  applyRates: (rates: StatementResult['rates']) => void;
  /** Checks also what is not in the part that was checked. */
  checkAll: () => void;
  /** Checks only some days. */
  checkOnly: (range: CheckedRange) => void;
  /** Whether the form has the main action. */
  isEditing: boolean;
}

/** Whether the bank can be asked why charges differ. */
export const hasLetter = ({ result }: Pick<Checked, 'result'>) =>
  result.totals.differing > 0 && !haveOtherRates(result);

/** What leads: the verdict with what it rests on and what can be done, beside the charges as columns. */
export function StatementSummary({
  checked,
  toolbar,
  applyRates,
  checkAll,
  checkOnly,
  isEditing,
}: StatementSummaryProps) {
  const { result, part } = checked;
  const { totals, alternative } = result;
  const verdict = verdictOf(checked);
  const isChecked = totals.not_checked < totals.charges && !haveOtherRates(result);
  return (
    <>
      <div className="grid grid-cols-1 gap-6 @min-[60rem]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Verdict verdict={verdict} isTooMuch={totals.difference > 0} />
          {causeSentences(result, checked.offsetAccounts).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className="text-sm text-muted">{verdict.basisOfLead ?? verdict.basis}</p>
          {part && <CheckAll checkAll={checkAll} />}
          {alternative && (
            <>
              {/* Else the verdict says so. */}
              {!haveOtherRates(result) && <p>{alternativeText(result)}</p>}
              <div>
                <Button
                  variant={haveOtherRates(result) && !isEditing ? 'primary' : 'secondary'}
                  onClick={() => applyRates(alternative.rates)}
                >
                  Use the rates we found
                </Button>
              </div>
            </>
          )}
          <MainAction {...{ checked, isEditing }} />
          <Sentences sentences={openSentences(checked)} />
          {(checked.ranges ?? []).map((range) => (
            <div key={range.text} className="print:hidden">
              <Button onClick={() => checkOnly(range)}>{`Check only ${range.text}`}</Button>
            </div>
          ))}
        </div>
        <div className="@container relative flex min-w-0 flex-col gap-2 [&_.button-ghost]:text-text">
          {isChecked && totals.charges > 1 && (
            <h3 className="text-lg leading-[1.2] font-semibold text-strong print:hidden">
              Charged minus expected
            </h3>
          )}
          {toolbar}
          {isChecked && totals.charges > 1 && (
            <div className="print:hidden">
              <ChargeChart
                key={`${result.first_date} ${result.last_date} ${totals.charges}`}
                result={result}
              />
            </div>
          )}
        </div>
      </div>
      {isChecked && <Figures figures={figuresOf(checked)} isRow />}
    </>
  );
}

/** The letter where charges differ, else the archive. */
function MainAction({ checked, isEditing }: Pick<StatementSummaryProps, 'checked' | 'isEditing'>) {
  const [isLetterOpen, setLetterOpen] = useState(false);
  const { calculation, followed, result } = checked;
  const close = () => setLetterOpen(false);
  const sending = calculation ? (followed ? 'Saving or following' : 'Saving') : 'Following';
  return (
    <div className="flex flex-col gap-3 print:hidden [&_.button-primary]:min-w-[min(10rem,100%)]">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 @max-[30rem]:[&>.button]:w-full">
        {hasLetter(checked) ? (
          <>
            <Button variant={isEditing ? 'secondary' : 'primary'} onClick={() => setLetterOpen(true)}>
              Letter
            </Button>
            <span className="text-xs text-muted">
              to your bank, with{' '}
              {result.totals.differing === 1 ? 'this charge' : `these ${result.totals.differing} charges`}
            </span>
          </>
        ) : (
          calculation && (
            <SaveButton
              calculation={calculation}
              variant={isEditing || haveOtherRates(result) ? 'ghost' : 'primary'}
            />
          )
        )}
      </div>
      {!calculation && <p className="text-sm text-muted">{checked.whyUnsaved}</p>}
      {(calculation ?? followed) && (
        <p className="text-xs text-muted">
          {sending} sends dates, amounts and balances to your account here, and no texts.
        </p>
      )}
      {isLetterOpen && (
        <LazyDialog onClose={close}>
          <LetterDialog checked={checked} onClose={close} />
        </LazyDialog>
      )}
    </div>
  );
}

const explainedText = ({ from, charges }: StatementResult['rates'][number]) =>
  `from ${formatLongDate(from)}${charges > 0 ? `, ${count(charges, 'charge')} explained` : ''}`;

function figuresOf(checked: Checked): FigureEntry[] {
  const { result, areRatesGiven } = checked;
  const { totals, rates, rows } = result;
  const checkedCount = totals.charges - totals.not_checked;
  // What may have been given back is no money that the bank owes.
  const possible = rows.filter((row, index) => mayBeRight(row) && !checked.possible.get(index)?.refund);
  const cents = possible.reduce((sum, { difference }) => sum + Math.round(100 * (difference ?? 0)), 0);
  const repeats = result.findings.filter(({ kind }) => kind === 'repeat');
  const titleOf = (what: string) =>
    areRatesGiven ? `Your ${what}` : `${what === 'rate' ? 'Rate' : 'Rates'} we found`;
  return [
    ['Charged', formatAud(totals.charged), `in the ${checkedCount} that were checked`],
    ['Expected', formatAud(totals.expected), `the same ${checkedCount}, recomputed`],
    ...(possible.length > 0 ? [['Differs, may be right', formatAud(cents / 100)] as const] : []),
    ...(rates.length === 1
      ? [
          [
            titleOf('rate'),
            formatShortRate(rates[0]!.annual_interest_rate),
            explainedText(rates[0]!),
          ] as const,
        ]
      : []),
    ...(rates.length > 1
      ? [
          [
            titleOf('rates'),
            `${rates.length} rates`,
            rates
              .map((rate) => `${formatShortRate(rate.annual_interest_rate)} ${explainedText(rate)}`)
              .join('; '),
          ] as const,
        ]
      : []),
    ...(repeats.length === 1
      ? [['Also found', `${formatAud(repeats[0]!.amount ?? 0)} twice`, 'a fee within 7 days'] as const]
      : []),
  ];
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
