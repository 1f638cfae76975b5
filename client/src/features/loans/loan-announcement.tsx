import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { formatAud } from '#parts/format/format.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type CurrentLoan, stretchesOfLoan } from './current-loan.ts';
import { paymentText } from './payment-stretches.ts';

/** Debounced, because results change with every key. */
const announcedAfterMs = 500;

interface LoanAnnouncementProps {
  /** Undefined while the figures are out of date. */
  loan: CurrentLoan | undefined;
}

export function LoanAnnouncement({ loan }: LoanAnnouncementProps) {
  const announced = useDebouncedValue(loan ? announcement(loan) : '', announcedAfterMs);
  return (
    <VisuallyHidden>
      <output>{announced}</output>
    </VisuallyHidden>
  );
}

function announcement(loan: CurrentLoan): string {
  const payment = `${paymentTexts[loan.frequency]} payment ${paymentText(stretchesOfLoan(loan))}`;
  return `${payment}, total interest ${formatAud(loan.result.total_interest_paid)}.`;
}
