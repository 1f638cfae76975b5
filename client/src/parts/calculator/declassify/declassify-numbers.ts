import { Decimal } from 'decimal.js';

/** Enough digits to round powers of 600 months correctly. */
export const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** How a figure is computed. */
export interface Derivation {
  formula: string;
  symbols: (readonly [symbol: string, meaning: string, value: string])[];
  /** The formula with its values. */
  substituted: string;
  /** Both absent if nothing is rounded. */
  unrounded?: string;
  rounding?: string;
  value: Exact;
}

/** A value below a half by less than 10⁻³⁰ of the last decimal place is rounded up. */
const tieMargin = 30;
const maxDecimals = 12;

/** A value rounded half up, with a sentence on how. */
export function roundHalfUp(value: Exact, places: number, unit: string) {
  const margin = new Exact(10).pow(-places - tieMargin);
  const rounded = value.plus(margin).toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
  const cut = value.plus(margin).toDecimalPlaces(places, Decimal.ROUND_DOWN);
  const rest = value.minus(cut).times(new Exact(10).pow(places));
  const share = digits(rest);
  const half = rest.minus(0.5);
  if (rest.abs().lessThan(new Exact(10).pow(-tieMargin))) {
    return { value: rounded, step: `There is nothing below ${unit}: nothing to round.` };
  }
  if (half.abs().lessThan(new Exact(10).pow(-tieMargin))) {
    return {
      value: rounded,
      step: `Exactly half of ${unit} is left, which goes up: ${grouped(rounded, places)}.`,
    };
  }
  const way = rounded.equals(cut) ? 'less than a half, so it is dropped' : 'more than a half, so it goes up';
  return { value: rounded, step: `${share} of ${unit} is left, ${way}: ${grouped(rounded, places)}.` };
}

export function grouped(value: Exact, places = 0): string {
  const [whole = '', decimals = ''] = value.toFixed().split('.');
  const padded = decimals.padEnd(places, '0');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (padded && `.${padded}`);
}

/** At most 12 decimals; an ellipsis marks omitted digits. */
export function digits(value: Exact): string {
  const cut = value.toDecimalPlaces(maxDecimals, Decimal.ROUND_DOWN);
  return grouped(cut) + (cut.equals(value) ? '' : '…');
}

/** The shortest form of the API's JSON number has the exact 2 decimals. */
export const amountOf = (amount: number) => new Exact(String(amount));

export const cents = (amount: number) => grouped(amountOf(amount), 2);

const listed = (amounts: readonly number[]) => amounts.map(cents).join(' + ');

/** The sum of a figure of all rows, from its first row. */
export function sumOfCents(
  name: string,
  amounts: readonly number[],
  symbols: Derivation['symbols'] = [],
): Derivation {
  const value = amounts.reduce((total, next) => total.plus(amountOf(next)), new Exact(0));
  return {
    formula: `${name}₁ + ${name}₂ + … + ${name}ₙ`,
    symbols: [['n', 'rows of the schedule', String(amounts.length)], ...symbols],
    substituted:
      amounts.length > 3 ? `${listed(amounts.slice(0, 2))} + … + ${cents(amounts.at(-1)!)}` : listed(amounts),
    unrounded: grouped(value, 2),
    rounding: 'Every row is rounded to the cent, half up; a sum of cents needs no rounding.',
    value,
  };
}
