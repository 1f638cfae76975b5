import { count } from 'contract/counts.ts';
import { numberFormat } from 'contract/formats.ts';
import {
  isPercentage,
  isPlainNumber,
  normalized,
  readAmount,
  readMonths,
  type Reading,
  readRate,
} from 'contract/typed-numbers.ts';
import { figureLimits, type FigureUnit } from './quiz.constants.ts';

const upToSixDecimals = numberFormat({ maximumFractionDigits: figureLimits.decimals });
const aud = numberFormat({
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: figureLimits.decimals,
  trailingZeroDisplay: 'stripIfInteger',
});

/** The decimals to which the exact answer of a question is written. */
export const answerDecimals = (unit: FigureUnit): number => (unit === 'AUD' ? 2 : figureLimits.decimals);

/** A figure as people write it: `$500,000`, `6.19%`, `30 years`. */
export function figureText(value: number, unit: FigureUnit): string {
  const number = upToSixDecimals.format(value);
  switch (unit) {
    case 'AUD':
      return aud.format(value);
    case 'percent':
      return `${number}%`;
    case 'months':
    case 'years':
      return Number.isInteger(value) ? count(value, unit.slice(0, -1)) : `${number} ${unit}`;
    default:
      return number;
  }
}

const readers: Readonly<Record<FigureUnit, (text: string) => Reading>> = {
  AUD: (text) => readAmount(text),
  percent: (text) => readRate(withoutGrouping(text)),
  months: (text) => readMonths(withoutGrouping(text), 'months'),
  years: (text) => readMonths(withoutGrouping(text), 'years'),
  plain: (text) =>
    isPercentage(text) ? { value: text, refusal: 'Write a plain number, not per cent.' } : readAmount(text),
};

/** Rates and durations of calculators have no thousands, but answers may: `1,500%`, `1,200 months`. */
const withoutGrouping = (text: string) =>
  text.replace(/^[1-9]\d{0,2}(?:[, ]\d{3})+(?![\d,])/, (number) => number.replace(/\D/g, ''));

const ownUnit: Readonly<Partial<Record<FigureUnit, RegExp>>> = {
  months: /\s*(?:m|mos?|mths?|months?)$/i,
  years: /\s*(?:y|yrs?|years?)$/i,
};

/** Reads a typed answer as the calculators read a field. A minus sign may come first. */
export function readFigure(typed: string, unit: FigureUnit): number | { refusal: string | undefined } {
  const [, sign = '', text = ''] = /^([-\u2212\u2013]?)(.*)$/s.exec(normalized(typed)) ?? [];
  const duration = ownUnit[unit];
  const number = duration && withoutGrouping(text.trim()).replace(duration, '');
  if (number !== undefined && isPlainNumber(number)) return signed(Number(number), sign);
  const { value, refusal } = readers[unit](text.trim());
  if (refusal !== undefined || !/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) return { refusal };
  return signed(Number(value) / (unit === 'years' ? 12 : 1), sign);
}

const signed = (number: number, sign: string) =>
  number > figureLimits.max ? { refusal: undefined } : sign ? 0 - number : number;
