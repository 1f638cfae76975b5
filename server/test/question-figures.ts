import { runInNewContext } from 'node:vm';
import { LoanRequest } from 'contract/loans/loans.ts';
import { calculateSavings } from 'contract/scenarios/scenarios.ts';
import { z } from 'zod';
import { loanResult } from 'engine/calculators/loan.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { extremeDate, seriesFigure, taxFigure } from '#test/dataset-figures.ts';
import type { Check, CheckWith } from '#test/question-bank.ts';

const figure = z.number();

/** The text that the correct choice of a question must have. */
export function expectedChoice(check: Check): string {
  if (!('shown' in check)) return datasetDateText(extremeDate(check));
  if ('arithmetic' in check) return formatted(figure.parse(runInNewContext(check.arithmetic)), check.shown);
  if ('loan' in check) return formatted(loanFigure(check), check.shown);
  if ('savings' in check) return formatted(savingsFigure(check), check.shown);
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

function loanFigure({ loan, period, field }: CheckWith<'loan'>): number {
  const result = loanResult(LoanRequest.parse(loan));
  const holder = period === undefined ? result : result.amortization_schedule[period - 1];
  return figure.parse(new Map<string, unknown>(Object.entries(holder ?? {})).get(field));
}

const savingsFigure = ({ savings, field }: CheckWith<'savings'>): number =>
  savingsResult(calculateSavings.body.parse(savings))[field];
