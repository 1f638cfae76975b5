import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { Link } from 'react-router-dom';
import { formatLongDate } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import {
  behindText,
  endText,
  gainedText,
  isOffsetBehind,
  monthGainedText,
  unknownTexts,
} from './loan-texts.ts';
import { owedParts } from './owed-texts.ts';
import type { SeveralPayments } from './several-payments.ts';

interface LoanLeadProps {
  input: FollowedLoanFields;
  figures: FollowedLoanResult;
  several: SeveralPayments | null;
  /** The sentence of the next goal. */
  goal?: string;
  /** That of the loan, unless it is on the screen. */
  path?: string;
}

/** What is owed, when the loan ends, and what is not known. */
export function LoanLead({ input, figures, several, goal = '', path = '' }: LoanLeadProps) {
  const { projection, gained } = figures;
  const gains = [gainedText(gained.plan_days), behindText(figures), monthGainedText(input, figures)].filter(
    Boolean,
  );
  const unknown = unknownTexts(figures, input, several);
  const isPaidOff = projection.end_reason === 'paid_off';
  const areTermsMissing =
    (!isPaidOff && (projection.end_date === null || figures.plan_reason !== null)) ||
    (figures.rate?.source === 'earlier' && !isOffsetBehind(figures));
  const isEndNamed = unknown.some(({ text }) => text.includes(endText(projection)));
  const warnings = unknown.filter(({ isWarning }) => isWarning);
  const [amount, state] = owedParts(figures.owed);
  return (
    <section className="flex flex-col gap-3" aria-label="Summary">
      <p className="@container tabular-nums">
        <span className="block text-[length:clamp(var(--text-md),11.5cqi,var(--text-lead))] leading-[1.2] font-semibold wrap-normal text-accent">
          {amount}
        </span>
        {` ${state} on ${formatLongDate(figures.as_of)}`}
      </p>
      {!isEndNamed && <p className="text-lg leading-[1.3] text-strong">{endText(projection)}</p>}
      {gains.length > 0 && <p>{gains.map((text) => `${text}.`).join(' ')}</p>}
      {goal && <p className="wrap-anywhere print:hidden">{goal}</p>}
      {warnings.map(({ text }) => (
        <Alert key={text} tone="warn" title={text} />
      ))}
      <ul className="flex flex-col gap-1 text-sm empty:hidden">
        {unknown.map(({ text, isWarning }) => !isWarning && <li key={text}>{text}</li>)}
      </ul>
      {areTermsMissing && (
        <p className="text-sm print:hidden">
          <Link to={`${path}#terms`}>Enter the terms of your loan</Link>
        </p>
      )}
      {projection.end_date !== null && (
        <p className="text-sm text-muted">If rate, payment and offset stay as they are.</p>
      )}
    </section>
  );
}
