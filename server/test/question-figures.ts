import { extremeDate, seriesFigure, taxFigure } from '#test/dataset-figures.ts';
import type { Check, CheckWith } from '#test/question-bank.ts';

/** The text that the correct choice of a question must have. */
export function expectedChoice(check: Check): string {
  if (!('shown' in check)) return datasetDateText(extremeDate(check));
  if ('income_tax' in check) return formatted(taxFigure(check), check.shown);
  return formatted(seriesFigure(check), check.shown);
}

function formatted(
  value: number,
  { before, decimals, after, divided_by }: CheckWith<'shown'>['shown'],
): string {
  const format = new Intl.NumberFormat('en-AU', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // 13 digits, so that a half whose double is slightly lower is rounded as a half.
  return before + format.format(Number((value / divided_by).toPrecision(13))) + after;
}

function datasetDateText(date: string): string {
  const [, month, day] = date.split('-');
  return new Intl.DateTimeFormat('en-AU', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month && { month: 'long' }),
    ...(day && { day: 'numeric' }),
  }).format(new Date(date));
}
