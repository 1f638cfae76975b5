/** How a line of duty follows from the law of its place, in words and figures. */
import type { DutyLineKey, HomeKind, Place } from 'contract/buying/buying.constants.ts';
import { dutyOf } from 'engine/buying/duty.ts';
import type { Band, PlaceLaw, Relief } from 'contract/buying/buying-rules.ts';
import { lawOf } from 'engine/buying/rules.ts';
import { currentRecord } from '#parts/calculator/method-record.ts';
import { formatAud, formatShortRate, formatWholeAud } from '#parts/format/format.ts';
import type { BuyingTerms } from './buying-terms.ts';
import { rules } from './rules.ts';

export interface DutyFormula {
  office: string;
  bands: readonly Band[];
  text: string;
  /** What rounding up added. */
  roundedUp: string;
  /** The smallest duty, where the scale gives less. */
  minimum: string;
}

/** Places with a smallest duty have no scale of their own for homes. */
const atFullRate = { kind: 'established', use: 'invest', first_home: false } as const;

export const lawOfTerms = ({ place, contract_date }: BuyingTerms): PlaceLaw =>
  lawOf(rules, place as Place, contract_date || currentRecord().on);

export function dutyFormula(terms: BuyingTerms, price: number): (key: DutyLineKey) => DutyFormula {
  const law = lawOfTerms(terms);
  const relief = law.relief.find(({ kinds }) => kinds.includes((terms.kind || 'established') as HomeKind));
  const roundedUp = law.part_of === 100 ? ', rounded up to the next hundred' : '';
  const office = law.office;
  const minimum =
    dutyOf({ ...law, minimum: 0 }, atFullRate, price).cents < law.minimum * 100
      ? `, but at least ${formatWholeAud(law.minimum)}`
      : '';
  return (key) => {
    if (key === relief?.key) {
      return {
        office,
        roundedUp,
        minimum: '',
        bands: relief.by === 'scale' ? relief.bands : [],
        text: reliefText(relief, price),
      };
    }
    const bands = key === law.home?.key ? law.home.bands : law.general.bands;
    return { office, roundedUp, minimum, bands, text: formulaText(law, key, price) };
  };
}

function formulaText({ general: { formula } }: PlaceLaw, key: DutyLineKey, price: number): string {
  if (key !== 'general' || !formula || price > formula.to) return '';
  return `${formula.squared} × V² + ${formula.linear} × V, with V a thousandth of the price: ${price / 1_000}`;
}

function reliefText(relief: Relief, price: number): string {
  switch (relief.by) {
    case 'exempt':
      return 'No duty at any price.';
    case 'exempt_share':
      if (price <= relief.exempt_to) return `No duty up to ${formatWholeAud(relief.exempt_to)}.`;
      return (
        `From the duty of the price, the duty of ${formatWholeAud(relief.exempt_to)} is taken off × ` +
        `(${formatWholeAud(relief.below)} − ${formatWholeAud(price)}) ÷ ${formatWholeAud(relief.below - relief.exempt_to)}.`
      );
    case 'duty_share':
      if (price <= relief.exempt_to) return `No duty up to ${formatWholeAud(relief.exempt_to)}.`;
      return (
        `The duty × (${formatWholeAud(relief.to)} − ${formatWholeAud(price)}) ÷ ` +
        `${formatWholeAud(relief.to - relief.exempt_to)} is taken off, rounded up to the dollar.`
      );
    case 'deduct': {
      const [under, dollars] = relief.steps.find(([value]) => price < value) ?? [0, 0];
      return `${formatAud(dollars)} is taken off below ${formatWholeAud(under)}, at most the duty.`;
    }
    case 'scale':
      return `Up to ${formatWholeAud(relief.to)} another scale holds: ${relief.bands
        .map(([over, , percent]) => `${formatShortRate(percent)} above ${formatWholeAud(over)}`)
        .join(', ')}.`;
  }
}
