import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { paymentTexts } from 'contract/scenarios/frequency-texts.ts';
import { formatAud } from '#parts/format/format.ts';
import { derivedFigure } from './declassify/declassify.tsx';
import { type CurrentLoan, payOffOf, stretchesOfLoan, termsText } from './current-loan.ts';
import { paymentText } from './payment-stretches.ts';
import { RatesLine } from './scenario/rates-line.tsx';
import { savingsFigures } from './scenario/savings-figures.ts';

export function LoanSummary({ loan }: { loan: CurrentLoan }) {
  return (
    <>
      <Figures lead={paymentFigure(loan)} figures={mainFigures(loan)} />
      {loan.ratesFrom && <RatesLine {...loan.ratesFrom} />}
    </>
  );
}

function paymentFigure(loan: CurrentLoan): FigureEntry {
  const label = `${paymentTexts[loan.frequency]} Payment` as const;
  const stretches = stretchesOfLoan(loan);
  return stretches.length > 1
    ? [label, paymentText(stretches), termsText(loan)]
    : derivedFigure(loan, label, formatAud(loan.result.calculated_monthly_payment), termsText(loan));
}

/** Only the main figures, so that the summary fits into the viewport; the details list the others. */
function mainFigures(loan: CurrentLoan): FigureEntry[] {
  const { result, answer, payOffDate } = loan;
  const payOff = payOffOf(loan);
  return [
    ...(answer ? savingsFigures(answer) : []),
    ['Paid off in', payOff.text, payOffDate ? undefined : `In ${payOff.month}, if the loan is drawn today`],
    derivedFigure(loan, 'Total Interest', formatAud(result.total_interest_paid)),
    derivedFigure(loan, 'Total Payments', formatAud(result.total_payments_made)),
    derivedFigure(loan, 'Loan Amount', formatAud(result.input_total_loan_amount)),
  ];
}
