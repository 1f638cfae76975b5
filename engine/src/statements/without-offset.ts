/** Charges that are what is due without the offset accounts: no file says from which day one is linked. */
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import { bearingBalances, readAccount } from './account.ts';
import { roundingRules } from './conventions.ts';
import { addStep, newSteps, type Steps } from './days.ts';
import { interestCents, millionths } from './interest.ts';
import { periodDays, periodOf, withYears } from './periods.ts';
import { yearLengthsOf } from './solutions.ts';

const isOpen = ({ status, reason, cause }: Charge) =>
  status === 'differs' ? cause !== 'charged_twice' : reason === 'rate_unknown';

/** The charges that are without the offset accounts what was charged, with what they would be with them, by their indexes. */
export function chargesWithoutOffset(body: StatementBody, result: StatementResult): Map<number, Charge> {
  const { rows, rates, convention, verdict, alternative } = result;
  const named = new Map<number, Charge>();
  const hasOffset = body.offset_balances.some(({ balance }) => balance !== 0);
  const isKnown = (verdict === 'explained' || verdict === 'partly') && alternative === null;
  if (!hasOffset || !isKnown || convention === null || !rows.some(isOpen)) return named;
  const known = new Set(rates.map(({ annual_interest_rate: rate }) => rate));
  const interest = interestOf(body, convention);
  for (const [index, row] of rows.entries()) {
    if (!isOpen(row)) continue;
    for (const rate of known) {
      const { expected, without } = interest(index, stepsOf(rate));
      if (expected >= chargedCents(row) || !without.has(chargedCents(row))) continue;
      named.set(index, asWithoutOffset(row, expected, rate));
      break;
    }
  }
  return named;
}

const chargedCents = ({ charged }: Charge): number => Math.round(100 * charged);

const asWithoutOffset = (row: Charge, expected: number, rate: number): Charge => ({
  ...row,
  status: 'not_checked',
  reason: null,
  cause: 'offset_ignored',
  expected: expected / 100,
  difference: (chargedCents(row) - expected) / 100,
  annual_interest_rate: rate,
  fitting_rate: null,
});

/** The rate on all days. */
function stepsOf(rate: number): Steps {
  const steps = newSteps();
  addStep(steps, -Infinity, Math.round(rate * 1e6));
  return steps;
}

/** The interest of a charge with the offset accounts, and without them in each way of rounding. */
function interestOf(body: StatementBody, convention: Convention) {
  const account = readAccount(body);
  const years = yearLengthsOf(account);
  const balances = bearingBalances(account, convention);
  const balancesWithout = bearingBalances({ ...account, offsets: [] }, convention);
  return (index: number, rates: Steps): { expected: number; without: ReadonlySet<number> } => {
    const days = periodDays(account, account.charges[index]!, convention);
    if (!days) return { expected: 0, without: new Set() };
    const [period, other] = [balances, balancesWithout].map((each) =>
      withYears(periodOf(days, each, rates), convention.days_in_year, years),
    );
    return {
      expected: interestCents(period!, convention, millionths),
      without: new Set(roundingRules.map((rule) => interestCents(other!, rule, millionths))),
    };
  };
}
