/** The calculation on the device, loaded after the first paint. */
import { buyingLimits, type Place, places } from 'contract/buying/buying.constants.ts';
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import type { BuyingResult } from 'contract/buying/buying.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { Refusal } from 'engine/refusal.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { rules } from './rules.ts';

const law = { rules, taxYears: taxYearsOf(taxRules) };

export interface Buying extends BuyingResult {
  /** Empty without a price. */
  compared: ReturnType<typeof purchaseIn>[];
  /** The purchase one dollar above the largest price, which is not allowed. */
  oneDollarMore: BuyingResult['purchase'];
  /** What is not certain about the tax of the pays. */
  taxNotes: string[];
}

export function calculateBuying(body: object): Buying {
  const request = BuyingBody.parse(body);
  const result = buyingResult(law, request);
  const compared = request.price === undefined ? [] : places.map((place) => purchaseIn(place, request));
  const largest = result.largest?.price ?? null;
  const oneDollarMore =
    largest === null || largest === buyingLimits.maxPrice
      ? null
      : buyingResult(law, { ...request, price: largest + 1 }).purchase;
  const taxNotes = request.incomes.flatMap((income) => notesOf(income, result.borrowing?.income_year));
  return { ...result, compared, oneDollarMore, taxNotes };
}

function notesOf(income: BuyingBody['incomes'][number], year: string | null | undefined): string[] {
  const terms = {
    ...income,
    income_year: year ?? undefined,
    standard_deduction: true,
    compare_year: undefined,
  };
  const { standard_deduction, lines } = takeHomePayResult(law.taxYears, terms);
  return [standard_deduction, ...lines].flatMap((line) => line?.note ?? []);
}

/** The same purchase in a place; null without its law of the day of the contract. A duty that was entered is that of one place. */
function purchaseIn(place: Place, request: BuyingBody) {
  const duty = place === request.place ? request.duty : undefined;
  try {
    return { place, purchase: buyingResult(law, { ...request, place, duty }).purchase };
  } catch (error) {
    if (error instanceof Refusal) return { place, purchase: null };
    throw error;
  }
}
