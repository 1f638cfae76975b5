import { readFileSync } from 'node:fs';
import { compoundingFrequencies } from 'contract/loans.constants.ts';
import { expect, it } from 'vitest';
import { amortize } from './amortization.ts';

const aud = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const money = (cents: number) => aud.format(cents / 100);
const sourceOf = (file: string) =>
  readFileSync(new URL(`../../../../client/src/features/${file}`, import.meta.url), 'utf8');

const about = sourceOf('about/figures.tsx').replaceAll(/\s+/g, ' ');
const example = { principalCents: 100_000, durationMonths: 12, annualRateMillionths: 12_000_000 };

it.each(compoundingFrequencies)('the about page shows what a loan costs with %s compounding', (frequency) => {
  const loan = amortize({ ...example, frequency });
  const rate = `${loan.effectiveMonthlyRatePercent.toFixed(5)}%`;
  const [payment, interest] = [money(loan.paymentCents), money(loan.totalInterestCents)];
  expect(about).toContain(`rate: '${rate}', payment: '${payment}', interest: '${interest}'`);
});

it.each([1, 2, 11, 12])('the about page shows row %i of its schedule as it is', (month) => {
  const row = amortize({ ...example, frequency: 'monthly' }).rows[month - 1];
  const { paymentCents = 0, principalCents = 0, interestCents = 0, balanceCents = 0 } = row ?? {};
  const figures = [paymentCents, principalCents, interestCents, balanceCents].map(money);
  expect(about).toContain(`['${[month, ...figures].join("', '")}']`);
});

it('the landing page shows the interest of its loan', () => {
  const loan = { principalCents: 50_000_000, durationMonths: 360, annualRateMillionths: 6_000_000 };
  const { totalInterestCents } = amortize({ ...loan, frequency: 'monthly' });
  expect(sourceOf('landing/loan-figure.tsx')).toContain(`<dd>${money(totalInterestCents)}</dd>`);
});
