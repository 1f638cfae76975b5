import { count } from 'contract/counts.ts';
import { numberFormat } from 'contract/figure-texts.ts';
import { isPlainNumber, readAmount, readMonths, type Reading, readRate } from 'contract/typed-numbers.ts';
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
  percent: readRate,
  months: (text) => readMonths(text, 'months'),
  years: (text) => readMonths(text, 'years'),
  plain: (text) => readAmount(text),
};

/** Reads a typed answer as the calculators read a field. A minus sign may come first. */
export function readFigure(typed: string, unit: FigureUnit): number | { refusal: string | undefined } {
  const [, sign = '', text = ''] = /^\s*([-\u2212\u2013]?)(.*)$/s.exec(typed) ?? [];
  const years = text.trim().replace(/\s*(?:y|yrs?|years?)$/i, '');
  if (unit === 'years' && isPlainNumber(years)) return signed(Number(years), sign);
  const { value, refusal } = readers[unit](text);
  if (refusal !== undefined || !/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) return { refusal };
  return signed(Number(value) / (unit === 'years' ? 12 : 1), sign);
}

const signed = (number: number, sign: string) =>
  number > figureLimits.max ? { refusal: undefined } : sign ? 0 - number : number;
