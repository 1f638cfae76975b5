import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { formatAud, formatShare, formatShortRate, formatWholeAud } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import type { Buying } from './buying-calculation.ts';
import { bindsText, schemeTexts } from './line-texts.ts';

/** The answer to the question that was asked: what a price needs, the largest price, or what can be borrowed. */
export function BuyingSummary({ result }: { result: Buying }) {
  const { purchase, borrowing, largest, schemes } = result;
  const figures: FigureEntry[] = [];
  if (purchase) {
    figures.push(['Duty', formatAud(purchase.duty.amount)], ['Loan', formatAud(purchase.loan)]);
    figures.push(['Loan to Price', formatShare(purchase.loan_to_value_percent)]);
  }
  if (purchase && largest?.price) {
    figures.push(['The Largest Price', formatWholeAud(largest.price), bindsText(largest.binds)]);
  }
  if (borrowing && (purchase || largest)) figures.push(['Can Be Borrowed', formatAud(borrowing.loan)]);
  const guarantee = schemes.find(({ key }) => key === 'deposit_guarantee');
  const hasGuarantee = guarantee?.fits === true && (purchase?.loan_to_value_percent ?? 100) <= 95;
  return (
    <>
      <Figures lead={leadOf(result)} figures={figures} />
      {purchase?.above_80_percent && (
        <Alert tone="warn" title="THE LOAN IS ABOVE 80% OF THE PRICE">
          <p className="text-sm">
            Above 80% of the price most lenders ask for lenders’ mortgage insurance, often thousands of
            dollars. Ask for the premium and enter it.
            {hasGuarantee && ` With the ${schemeTexts.deposit_guarantee} there is none.`}
          </p>
        </Alert>
      )}
      {purchase?.duty.provisional && (
        <Alert tone="warn" title="THE DUTY IS PROVISIONAL">
          <p className="text-sm">It is computed with the last law that we hold. {purchase.duty.note}</p>
        </Alert>
      )}
      <p className="text-xs text-muted">
        The revenue office decides. Conditions to live in the home apply, and both partners must qualify.
      </p>
    </>
  );
}

function leadOf({ purchase, borrowing, largest }: Buying): FigureEntry {
  if (purchase) {
    const { cash_needed, left_over, binds, loan } = purchase;
    const label = 'Cash Needed on the Day';
    if (binds.includes('cash')) {
      const share = largest?.price
        ? ` At this share the largest price is ${formatWholeAud(largest.price)}.`
        : ' These savings do not cover the costs of any purchase.';
      return [label, formatAud(cash_needed), `You are ${formatAud(-left_over)} short.${share}`];
    }
    if (borrowing && binds.includes('income')) {
      return [label, formatAud(cash_needed), carriesText(borrowing, loan)];
    }
    return [label, formatAud(cash_needed), `You have ${formatAud(left_over)} more.`];
  }
  if (largest?.price) {
    return ['The Largest Price', formatWholeAud(largest.price), bindsText(largest.binds)];
  }
  if (largest) {
    return ['The Largest Price', 'None', 'These savings do not cover the costs of any purchase.'];
  }
  return ['Can Be Borrowed', formatAud(borrowing?.loan ?? 0), 'Choose a place to see the largest price.'];
}

const carriesText = ({ assessment_rate, loan, incomes }: NonNullable<Buying['borrowing']>, needed: number) =>
  `At ${incomes.length > 0 ? 'the test rate of ' : ''}${formatShortRate(assessment_rate)} your ${incomes.length > 0 ? 'income' : 'payment'} ` +
  `carries ${formatAud(loan)}. This purchase needs a loan of ${formatAud(needed)}.`;

/** One sentence for screen readers. */
export function announcementOf({ purchase, borrowing, largest }: Buying): string {
  const parts = [
    purchase && `Cash needed ${formatAud(purchase.cash_needed)}`,
    largest && (largest.price ? `largest price ${formatWholeAud(largest.price)}` : 'no price is allowed'),
    !largest && borrowing && `can be borrowed ${formatAud(borrowing.loan)}`,
  ].filter((part) => typeof part === 'string');
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
