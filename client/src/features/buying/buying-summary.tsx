import type { LimitKey } from 'contract/buying/buying.constants.ts';
import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { formatAud, formatShare, formatShortRate, formatWholeAud } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import type { Buying } from './buying-calculation.ts';
import type { BuyingTerms } from './buying-terms.ts';
import { bindsText, schemeTexts, sourceOf } from './line-texts.ts';

/** The largest part of the price that the guarantee covers, in percent. */
const guaranteed = 95;
const cents = (amount: number) => Math.round(amount * 100);

/** The answer to the question that was asked: what a price needs, the largest price, or what can be borrowed. */
export function BuyingSummary({ terms, result }: { terms: BuyingTerms; result: Buying }) {
  const { purchase, borrowing, largest, schemes } = result;
  const described = purchase ?? largest?.purchase;
  const isLet = terms.use === 'invest';
  const figures: FigureEntry[] = [];
  if (purchase) {
    figures.push(['Duty', formatAud(purchase.duty.amount)], ['Loan', formatAud(purchase.loan)]);
    figures.push(['Loan to Price', formatShare(purchase.loan_to_value_percent)]);
  }
  if (purchase && largest?.price) {
    figures.push([
      'The Largest Price',
      formatWholeAud(largest.price),
      bindsText(largest.binds, borrowing, isLet),
    ]);
  }
  if (borrowing && (purchase || largest)) figures.push(['Can Be Borrowed', formatAud(borrowing.loan)]);
  const guarantee = schemes.find(({ key }) => key === 'deposit_guarantee');
  const hasGuarantee =
    guarantee?.fits === true &&
    described &&
    described.price <= (guarantee.price_cap ?? described.price) &&
    cents(described.loan) * 100 <= cents(described.price) * guaranteed;
  return (
    <>
      <Figures lead={leadOf(result, isLet)} figures={figures} />
      {described?.above_80_percent && (
        <Alert tone="warn" title="THE LOAN IS ABOVE 80% OF THE PRICE">
          <p className="text-sm">
            Above 80% of the price most lenders ask for lenders’ mortgage insurance, often thousands of
            dollars. Ask for the premium and enter it.
            {hasGuarantee && ` With the ${schemeTexts.deposit_guarantee} there is none.`}
          </p>
        </Alert>
      )}
      {described?.duty.provisional && (
        <Alert tone="warn" title="THE DUTY IS PROVISIONAL">
          <p className="text-sm">It is computed with the last law that we hold. {described.duty.note}</p>
        </Alert>
      )}
      <p className="text-xs text-muted">
        The revenue office decides. Conditions to live in the home apply, and both partners must qualify.
      </p>
    </>
  );
}

function leadOf({ purchase, borrowing, largest }: Buying, isLet: boolean): FigureEntry {
  if (purchase)
    return [
      'Cash Needed on the Day',
      formatAud(purchase.cash_needed),
      purchaseText(purchase, borrowing, largest, isLet),
    ];
  if (largest?.price) {
    return ['The Largest Price', formatWholeAud(largest.price), bindsText(largest.binds, borrowing, isLet)];
  }
  if (largest) return ['The Largest Price', 'None', noPriceText(largest.binds, borrowing)];
  return ['Can Be Borrowed', formatAud(borrowing?.loan ?? 0), 'Choose a place to see the largest price.'];
}

type Borrowing = Buying['borrowing'];

/** Every reason why the purchase is not affordable, and the largest price that is. */
function purchaseText(
  { left_over, binds, loan }: NonNullable<Buying['purchase']>,
  borrowing: Borrowing,
  largest: Buying['largest'],
  isLet: boolean,
): string {
  if (binds.length === 0) return `You have ${formatAud(left_over)} more.`;
  const isCashAlone = binds.length === 1 && binds[0] === 'cash';
  return [
    binds.includes('cash') && `You are ${formatAud(-left_over)} short.`,
    borrowing && binds.includes('income') && carriesText(borrowing, loan),
    isCashAlone && largest?.price && !largest.binds.includes('income')
      ? `At this share the largest price is ${formatWholeAud(largest.price)}.`
      : largest?.price
        ? `The largest price is ${formatWholeAud(largest.price)}. ${bindsText(largest.binds, borrowing, isLet)}`
        : largest && noPriceText(largest.binds, borrowing),
  ]
    .filter(Boolean)
    .join(' ');
}

function noPriceText(binds: readonly LimitKey[], borrowing: Borrowing): string {
  const savings = 'These savings do not cover the costs of any purchase.';
  const income = `Your ${sourceOf(borrowing)} carries no loan for any purchase.`;
  return [binds.includes('cash') && savings, binds.includes('income') && income].filter(Boolean).join(' ');
}

const carriesText = (borrowing: NonNullable<Borrowing>, needed: number) =>
  `At ${borrowing.incomes.length > 0 ? 'the test rate of ' : ''}${formatShortRate(borrowing.assessment_rate)} ` +
  `your ${sourceOf(borrowing)} carries ${formatAud(borrowing.loan)}. This purchase needs a loan of ${formatAud(needed)}.`;

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
