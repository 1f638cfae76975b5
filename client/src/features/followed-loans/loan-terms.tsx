import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { lazy, useState } from 'react';
import { formatAud, formatLongDate, formatShortRate } from '#parts/format/format.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { Button } from '#ui/controls/button.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { LoadedLoan } from './followed-loans.queries.ts';
import { areMonthApart, seemsInterestOnly } from './loan-texts.ts';

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }));

const rateSources: Record<NonNullable<FollowedLoanResult['rate']>['source'], string> = {
  given: 'entered',
  fitting: 'fits your last charge',
  earlier: 'found in earlier rows',
  found: 'found in your rows',
};

/** Rate, payment and contract, each with where it comes from. */
export function LoanTerms({ loan, figures }: LoadedLoan) {
  const [isOpen, setOpen] = useState(false);
  const { rate, payment, projection, check } = figures;
  const { input } = loan;
  const rates = input.rates ?? [];
  const close = () => setOpen(false);
  const isVariable = input.variable_rate ?? true;
  return (
    <Panel
      id="terms"
      title="Terms"
      aside={<Button onClick={() => setOpen(true)}>Change</Button>}
      className="print:hidden"
    >
      <DescriptionList
        items={{
          Rate: rate
            ? `${formatShortRate(rate.annual_interest_rate)}, ${rateSources[rate.source]}${isVariable ? '' : ', does not follow the cash rate'}`
            : 'Not known',
          ...(rates.length > 0 && { 'Past rates': pastRatesText(rates) }),
          Payment: payment
            ? `${formatAud(payment.amount)} ${payment.frequency}, ${payment.source === 'given' ? 'entered' : 'found in your rows'}`
            : 'Not known',
          'Interest only': input.interest_only_until
            ? `until ${formatLongDate(input.interest_only_until)}, entered`
            : seemsInterestOnly(input)
              ? 'Not entered'
              : 'No',
          Contract: contractText(input),
          'Next charge after your last row':
            projection.end_reason === 'paid_off'
              ? 'None: the loan is paid off'
              : projection.next_charge_date === null || projection.next_charge === null
                ? 'Not known'
                : nextChargeText(projection.next_charge, projection.next_charge_date, check),
        }}
      />
      {isOpen && (
        <LazyDialog onClose={close}>
          <TermsDialog loan={loan} onClose={close} />
        </LazyDialog>
      )}
    </Panel>
  );
}

/** A charge that a weekend moved into the next month leaves that month without one, so the next is of two months. */
function nextChargeText(amount: number, date: string, check: FollowedLoanResult['check']): string {
  const last = check?.rows.at(-1)?.date;
  const text = `about ${formatAud(amount)} on ${formatLongDate(date)}`;
  if (!last || areMonthApart(last, date)) return text;
  return `${text}, for the interest since ${formatLongDate(last)}. It is more than a month: a weekend or holiday moved a charge, or one is not in your rows`;
}

const pastRatesText = (rates: NonNullable<FollowedLoan['input']['rates']>) =>
  `${rates.map(({ from, annual_interest_rate: rate }) => `${formatShortRate(Number(rate))} since ${formatLongDate(from)}`).join(', ')}, entered`;

function contractText({ plan, owed_on }: FollowedLoan['input']): string {
  if (!plan) return 'Not entered';
  const { end_date, start_date, amount, annual_interest_rate: rate, interest_only_until: until } = plan;
  return [
    `ends on ${formatLongDate(end_date)}`,
    start_date && amount
      ? `${formatAud(Number(amount))} from ${formatLongDate(start_date)}`
      : `planned from ${owed_on ? formatLongDate(owed_on) : 'your first row'} on`,
    rate !== undefined && rate !== null && `at ${formatShortRate(Number(rate))}`,
    until && `interest only until ${formatLongDate(until)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
