import { formatNumber, formatShortAud } from './formats.ts';

/** What a typed text means. */
export interface Reading {
  /** The plain number of the API. Text that is not understood is unchanged, for the schema to refuse. */
  value: string;
  /** Set if the text has another meaning than the field's, or could have two. */
  refusal?: string;
}

const currencyBefore = /^(?:aud\s*\$?|(?:au?\s?)?\$)\s*/i;
const currencyAfter = /\s*(?:aud|dollars?)$/i;
const aYear = String.raw`(?:\s*(?:p\.?\s?a\.?|(?:a|per)\s(?:year|annum)))?`;
const percentAfter = new RegExp(String.raw`\s*(?:%|per\s?cent|pc)${aYear}$`, 'i');
const rateUnit = new RegExp(String.raw`\s*(?:%|per\s?cent|pc)?${aYear}$`, 'i');
const scaleAfter = /\s*(k|thousand|m|mil|million|b|bn|billion)$/i;
const scaleDigits: Readonly<Record<string, number>> = { k: 3, t: 3, m: 6, b: 9 };

/** Commas or spaces may group the thousands, three digits each. */
const groupedNumber = /^(?=\.?\d)(?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d*)?$/;
const decimalComma = /^(\d{1,3}(?:[. ]\d{3})+|\d*),(\d+)$/;
const groupingPoints = /^\d{1,3}(?:\.\d{3}){2,}$/;
/** 500 in English, and 500,000 in other languages. The schema refuses three decimals that do not end with 0. */
const ambiguousPoint = /^[1-9]\d{0,2}\.\d\d0$/;
const plainNumber = /^(?:\d+(?:\.\d+)?|\.\d+)$/;

const monthsForm =
  /^(?:(\d*\.?\d+)\s*(?:y|yrs?|years?))?\s*(?:(?:and\s+|,\s*)?(\d+)\s*(?:m|mos?|mths?|months?))?$/i;
const yearsWithComma = /^\d+,(\d+)(?=\s*(?:y|yrs?|years?)?$)/i;

/** Copied text contains full-width characters, special spaces and invisible characters. */
export const normalized = (input: string): string =>
  input
    .replace(/[！-～]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Reads `$500,000`, `500k` or `1.2 million AUD`.
 * @param whole the amount of which a percentage could be a part, for the refusal.
 */
export function readAmount(input: string, whole = Number.NaN): Reading {
  const value = input.trim();
  const amount = normalized(input).replace(currencyBefore, '').replace(currencyAfter, '');
  const part = amount.replace(percentAfter, '');
  if (part !== amount) return { value, refusal: percentRefusal(part, whole) };
  const [ending = '', scale = ''] = scaleAfter.exec(amount) ?? [];
  const digits = amount.slice(0, amount.length - ending.length);
  if (groupingPoints.test(digits)) {
    return { value, refusal: `Use commas for thousands: ${digits.replaceAll('.', ',')}` };
  }
  if (ambiguousPoint.test(digits) && scale === '') {
    const thousands = digits.replace('.', ',');
    return {
      value,
      refusal: `Did you mean ${thousands} or ${formatNumber(Number(digits))}?`,
    };
  }
  const [, integer, decimals] = (!groupedNumber.test(digits) && decimalComma.exec(digits)) || [];
  if (integer !== undefined) {
    const number = `${groupThousands(integer.replace(/[. ]/g, '') || '0')}.${decimals}${ending}`;
    return { value, refusal: `Use a point for decimals: ${number}` };
  }
  if (!groupedNumber.test(digits)) return { value };
  return { value: shiftPoint(digits.replace(/[, ]/g, ''), scaleDigits[scale.charAt(0).toLowerCase()] ?? 0) };
}

/** Whether a text ends like a rate: `5%`, `5 per cent a year`. */
export const isPercentage = (input: string): boolean => percentAfter.test(normalized(input));

/** Whether a value is an amount in whole cents, which can be converted to another unit. Schemas refuse others. */
export const isWholeCents = (value: string): boolean => /^(?=\.?\d)\d*(?:\.\d{0,2}0*)?$/.test(value);

/** The amount of a typed text; undefined if the text is not understood or not in whole cents. */
export function amountOf(input: string): number | undefined {
  const { value, refusal } = readAmount(input);
  return refusal === undefined && isWholeCents(value) ? Number(value) : undefined;
}

function percentRefusal(part: string, whole: number): string {
  const percent = Number(part || Number.NaN);
  if (Number.isNaN(percent * whole)) return 'Dollars, not per cent.';
  const amount = Math.round(percent * whole) / 100;
  return `Dollars, not per cent: ${percent} % of ${formatShortAud(whole)} is ${formatShortAud(amount)}`;
}

/** Multiplies by a power of ten, exactly. */
function shiftPoint(number: string, places: number): string {
  const [integer = '', decimals = ''] = number.split('.');
  if (places === 0) return decimals ? number : integer;
  const shifted = (integer + decimals.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '');
  return decimals.length > places ? `${shifted}.${decimals.slice(places)}` : shifted;
}

/** Reads `6.19%`, `6.19 % p.a.` or `6.19 per cent`. */
export function readRate(input: string): Reading {
  const value = input.trim();
  const text = normalized(input);
  const rate = text.replace(currencyBefore, '').replace(currencyAfter, '').replace(rateUnit, '');
  if (rate !== text.replace(rateUnit, '')) {
    const example = plainNumber.test(rate) ? `: write ${rate} for ${rate} %` : '.';
    return { value, refusal: `Per cent, not dollars${example}` };
  }
  // No rate has thousands.
  const [, integer, decimals] = /^(\d*),(\d+)$/.exec(rate) ?? [];
  if (decimals) return { value, refusal: `Use a point for decimals: ${integer || '0'}.${decimals}` };
  return { value: /^(?=\.?\d)\d*\.?\d*$/.test(rate) ? rate.replace(/\.$/, '') : value };
}

/** Reads `30 years`, `30y`, `2y 6m`, `18 months` or a number of `unit` as a number of months. */
export function readMonths(input: string, unit: 'years' | 'months'): Reading {
  const value = input.trim();
  const text = normalized(input);
  const [, decimals] = yearsWithComma.exec(text) ?? [];
  if (decimals) return { value, refusal: `Use a point for decimals: ${text.replace(',', '.')}` };
  if (plainNumber.test(text)) return { value: unit === 'years' ? inMonths(text, '0') : text };
  const [, years, months] = (text && monthsForm.exec(text)) || [];
  return { value: years || months ? inMonths(years ?? '0', months ?? '0') : value };
}

/** Reads a number of payments, or a duration as the number of payments in it. */
export function readPayments(input: string, paymentsIn: (months: number) => number): Reading {
  const text = normalized(input);
  if (plainNumber.test(text)) return { value: text };
  const reading = readMonths(input, 'months');
  return /^\d+$/.test(reading.value) ? { value: String(paymentsIn(Number(reading.value))) } : reading;
}

/** Rounded to remove floating-point errors, such as those of 1.1 years × 12. */
function inMonths(years: string, months: string): string {
  return String(Number((Number(years) * 12 + Number(months)).toFixed(6)));
}

/** Also for a negative number, which the schema refuses with its limit. */
export const isPlainNumber = (text: string): boolean => plainNumber.test(text.replace(/^-/, ''));

/** Groups the thousands of an amount. Other text is returned unchanged. */
export function groupedAmount(input: string): string {
  const { value, refusal } = readAmount(input);
  if (refusal || !plainNumber.test(value)) return input;
  const [integer = '', ...decimals] = value.split('.');
  return [groupThousands(integer), ...decimals].join('.');
}

const groupThousands = (integer: string) => integer.replace(/\B(?=(?:\d{3})+$)/g, ',');
