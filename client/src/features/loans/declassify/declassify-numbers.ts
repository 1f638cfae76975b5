import { Decimal } from 'decimal.js';

/** Enough digits to round powers of 600 months correctly. */
export const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** A value below a half by less than 10⁻³⁰ of the last decimal place is rounded up. */
const tieMargin = 30;
const maxDecimals = 12;

/** A value rounded half up, with a sentence on how. */
export interface Rounded {
  value: Exact;
  step: string;
}

export function roundHalfUp(value: Exact, places: number, unit: string): Rounded {
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
