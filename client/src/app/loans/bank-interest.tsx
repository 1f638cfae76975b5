import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { lazy, useState } from 'react';
import { ChargeTable } from '#features/statements/charge-table.tsx';
import type { Checked } from '#features/statements/statement-inputs.ts';
import {
  causeSentences,
  haveOtherRates,
  openSentences,
  verdictOf,
} from '#features/statements/statement-texts.ts';
import { statusText } from '#features/statements/status-texts.ts';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { SupportedCheck } from './supported-check.ts';

const LetterDialog = lazy(async () => ({
  default: (await import('#features/statements/letter-dialog.tsx')).LetterDialog,
}));

interface BankInterestProps {
  loan: FollowedLoan;
  supported: SupportedCheck;
}

const lastCharges = 3;

/** Whether each interest charge is right, with the letter where one differs. */
export function BankInterest({ loan: { input }, supported }: BankInterestProps) {
  const isPrinting = usePrinting();
  const [isLetterOpen, setLetterOpen] = useState(false);
  const { result: check } = supported;
  const checked: Checked = {
    ...supported,
    offsetAccounts: input.offset_accounts?.length,
    areRatesGiven: (input.rates?.length ?? 0) > 0,
    rowName: (transaction) => `Row ${transaction}`,
    questions: [],
    leftOut: [],
    calculation: undefined,
    whyUnsaved: '',
    startAdvice: 'add the rows of the month before',
  };
  const { title, tone, basis } = verdictOf(checked);
  const close = () => setLetterOpen(false);
  return (
    <Panel title="The bank’s interest">
      <div className="flex flex-col gap-4">
        <Alert tone={tone} title={title}>
          <p>{basis}</p>
        </Alert>
        <ul className="flex flex-col gap-1 tabular-nums empty:hidden">
          {check.rows
            .slice(-lastCharges)
            .toReversed()
            .map((charge) => (
              <li key={charge.row}>
                {formatLongDate(charge.date)}: {formatAud(charge.charged)}. {statusText(charge)}.
              </li>
            ))}
        </ul>
        <ul className="flex flex-col gap-1 text-sm empty:hidden">
          {[...causeSentences(check, checked.offsetAccounts), ...openSentences(checked)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {check.totals.differing > 0 && !haveOtherRates(check) && (
          <div className="print:hidden">
            <Button onClick={() => setLetterOpen(true)}>Letter</Button>
          </div>
        )}
        {check.rows.length > 0 &&
          (isPrinting ? (
            <ChargeTable result={check} />
          ) : (
            <Disclosure title="All charges" defaultOpen={false}>
              <ChargeTable result={check} />
            </Disclosure>
          ))}
      </div>
      {isLetterOpen && (
        <LazyDialog onClose={close}>
          <LetterDialog checked={checked} onClose={close} />
        </LazyDialog>
      )}
    </Panel>
  );
}
