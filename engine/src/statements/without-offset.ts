/** Charges that are what is due without the offset accounts: no file says from which day one is linked. */
import { type Convention, fewestCharges } from 'contract/statements/statements.constants.ts';
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import type { Slices } from 'engine/slices.ts';
import { readAccount } from './account.ts';
import { roundingRules } from './conventions.ts';
import { addStep, dayOf, newSteps, type Steps } from './days.ts';
import { interestCents, millionths } from './interest.ts';
import { bearingBalances, periodDays, periodOf, withYears } from './periods.ts';
import { yearLengthsOf } from './solutions.ts';

type Charge = StatementResult['rows'][number];

/**
 * The result in which each charge that is not called wrong, and is without the offset accounts what was charged, has what it
 * would have been with them.
 */
export function* resultWithoutOffset(
  body: StatementBody,
  supported: StatementResult,
): Slices<StatementResult> {
  const hasOffset = body.offset_balances.some(({ balance }) => balance !== 0);
  if (!hasOffset || supported.verdict === 'too_few' || supported.alternative !== null) return supported;
  if (supported.verdict !== 'unexplained') return namedWithoutOffset(body, supported);
  const without = yield* statementResult({ ...body, offset_balances: [] });
  return without.totals.explained < fewestCharges ? supported : allWithoutOffset(body, supported, without);
}

const isOpen = ({ status, reason, cause }: Charge) =>
  status === 'not_checked' && (reason === null || reason === 'rate_unknown') && cause !== 'charged_twice';

/** Those that none of the rates explains with the accounts. */
function namedWithoutOffset(body: StatementBody, supported: StatementResult): StatementResult {
  const { rows, convention } = supported;
  if (convention === null || !rows.some(isOpen)) return supported;
  const known = new Set(
    rows.flatMap(({ status, annual_interest_rate: rate }) => (status === 'explained' ? (rate ?? []) : [])),
  );
  const interest = interestOf(body, convention);
  return {
    ...supported,
    rows: rows.map((row, index) => {
      if (!isOpen(row)) return row;
      for (const rate of known) {
        const { expected, without } = interest(index, stepsOf([{ from: '1900-01-01', rate }]));
        if (without.has(chargedCents(row))) return asWithoutOffset(row, expected, rate);
      }
      return row;
    }),
  };
}

/** Where hardly any charge is explained with the accounts, and others are without them. */
function allWithoutOffset(
  body: StatementBody,
  { findings, totals }: StatementResult,
  without: StatementResult,
): StatementResult {
  const interest = interestOf(body, without.convention!);
  const rates = stepsOf(without.rates.map(({ from, annual_interest_rate: rate }) => ({ from, rate })));
  const rows = without.rows.map((row, index): Charge => {
    if (row.status === 'not_checked') return row;
    if (row.status === 'differs')
      return {
        ...row,
        status: 'not_checked',
        reason: 'rate_unknown',
        annual_interest_rate: null,
        expected: null,
        difference: null,
        cause: null,
        runs: [],
      };
    const { expected } = interest(index, rates);
    return expected === chargedCents(row) ? row : asWithoutOffset(row, expected, row.annual_interest_rate);
  });
  const explained = rows.filter(({ status }) => status === 'explained').length;
  return {
    ...without,
    verdict: 'partly',
    alternative: null,
    findings,
    causes: [],
    totals: { ...totals, explained, differing: 0, not_checked: totals.charges - explained },
    rows,
  };
}

const chargedCents = ({ charged }: Charge): number => Math.round(100 * charged);

const asWithoutOffset = (row: Charge, expected: number, rate: number | null): Charge =>
  expected >= chargedCents(row)
    ? row
    : {
        ...row,
        status: 'not_checked',
        reason: null,
        cause: 'offset_ignored',
        expected: expected / 100,
        difference: (chargedCents(row) - expected) / 100,
        annual_interest_rate: rate,
        fitting_rate: null,
      };

function stepsOf(rates: readonly { from: string; rate: number }[]): Steps {
  const steps = newSteps();
  for (const [index, { from, rate }] of rates.entries())
    addStep(steps, index === 0 ? -Infinity : dayOf(from), Math.round(rate * 1e6));
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
