import { runInNewContext } from 'node:vm';
import { LoanRequest, LoanResult } from 'contract/loans.ts';
import { z } from 'zod';
import { calculateLoan } from '#modules/loans/loans.service.ts';
import { extremeDate, seriesFigure, taxFigure } from '#test/dataset-figures.ts';
import type { Check, CheckWith } from '#test/question-bank.ts';

const figure = z.number();

/** The text that a question's right choice must have. */
export function expectedChoice(check: Check): string {
  if (!('shown' in check)) return spokenDate(extremeDate(check));
  if ('arithmetic' in check) return shown(figure.parse(runInNewContext(check.arithmetic)), check.shown);
  if ('loan' in check) return shown(loanFigure(check), check.shown);
  if ('savings' in check) return shown(savingsFigure(check), check.shown);
  if ('income_tax' in check) return shown(taxFigure(check), check.shown);
  return shown(seriesFigure(check), check.shown);
}

function shown(value: number, { before, decimals, after, divided_by }: CheckWith<'shown'>['shown']): string {
  const format = new Intl.NumberFormat('en-AU', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // 13 digits, so that a half that the double misses by a hair is rounded as the half it is.
  return before + format.format(Number((value / divided_by).toPrecision(13))) + after;
}

function spokenDate(date: string): string {
  const [, month, day] = date.split('-');
  return new Intl.DateTimeFormat('en-AU', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month && { month: 'long' }),
    ...(day && { day: 'numeric' }),
  }).format(new Date(date));
}

function loanFigure({ loan, period, field }: CheckWith<'loan'>): number {
  const result = LoanResult.parse(JSON.parse(calculateLoan(LoanRequest.parse(loan))));
  const holder = period === undefined ? result : result.amortization_schedule[period - 1];
  return figure.parse(new Map<string, unknown>(Object.entries(holder ?? {})).get(field));
}

/** Month by month in cents: interest is rounded half up, then the deposit is added. */
function savingsFigure({ savings, field }: CheckWith<'savings'>): number {
  const rate = BigInt(Math.round(savings.annual_interest_rate * 1e6));
  const yearDivisor = 1_200_000_000n;
  let balance = BigInt(Math.round(savings.opening_balance * 100));
  let interest = 0n;
  for (let month = 1; month <= savings.duration_months; month++) {
    const added = (2n * balance * rate + yearDivisor) / (2n * yearDivisor);
    interest += added;
    balance += added + BigInt(Math.round(savings.deposit_per_month * 100));
  }
  const prices = (1 + savings.inflation_rate / 100) ** (savings.duration_months / 12);
  const figures = {
    final_balance: Number(balance),
    total_interest: Number(interest),
    final_balance_today: Math.round(Number(balance) / prices),
  };
  return figures[field] / 100;
}
