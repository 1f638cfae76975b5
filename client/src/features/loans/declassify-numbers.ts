import { Decimal } from 'decimal.js';

/** Enough digits that no error of a power of 600 months comes near what decides a rounding. */
export const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** What lies less than 10⁻³⁰ of the last kept unit below a half counts as the half, and goes up. */
const tieMargin = 30;
const shownDecimals = 12;

/** A value rounded half up, and the sentence that says how. */
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

/** With thousands grouped, and at least `places` decimals. */
export function grouped(value: Exact, places = 0): string {
  const [whole = '', decimals = ''] = value.toFixed().split('.');
  const kept = decimals.padEnd(places, '0');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (kept && `.${kept}`);
}

/** As many digits as can be read; what is cut off is marked. */
export function digits(value: Exact): string {
  const cut = value.toDecimalPlaces(shownDecimals, Decimal.ROUND_DOWN);
  return grouped(cut) + (cut.equals(value) ? '' : '…');
}

/** An amount of the API, whose two decimals its JSON number has exactly in its shortest form. */
export const amountOf = (amount: number) => new Exact(String(amount));

export const cents = (amount: number) => grouped(amountOf(amount), 2);
