import {
  type Convention,
  conventionPartNames,
  fewestCharges,
} from 'contract/statements/statements.constants.ts';
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementCharge as Row, StatementResult } from 'contract/statements/statements.ts';
import type { Slices } from 'engine/slices.ts';
import { type Account, readAccount } from 'engine/statements/account.ts';
import { addStep, dateOf, dayOf, newSteps, stepAt } from 'engine/statements/days.ts';
import { type FindLevels, findLevels, likelyLevels } from 'engine/statements/levels.ts';
import { hundredths } from 'engine/statements/rate-fit.ts';
import { chargeRows } from 'engine/statements/rows.ts';
import { type Choice, chooseConvention, type Rates, type Solution } from 'engine/statements/solutions.ts';
import { causesOf, totalsOf } from 'engine/statements/totals.ts';

/** Recomputes the interest of a loan account. */
export const statementResult = (statement: StatementBody): Slices<StatementResult> =>
  resultWith(statement, findLevels);

function* resultWith(statement: StatementBody, levels: FindLevels): Slices<StatementResult> {
  const account = readAccount(statement);
  const fixed = requestRates(statement.rates);
  const choice = yield* chooseConvention(account, fixed, levels);
  const rows = yield* chargeRows(account, choice.best);
  const checked = rows.filter(({ status }) => status !== 'not_checked');
  const explained = checked.filter(isExplained);
  const found =
    fixed && explained.length < checked.length ? yield* chooseConvention(account, null, levels) : null;
  return resultOf(statement, account, choice, rows, {
    verdict: verdictOf(rows, explained.length, checked.length),
    rates: ratesOf(choice.best, explained, fixed && statement.rates),
    alternative: found && (yield* alternativeOf(account, found.best, explained.length)),
  });
}

/**
 * As above, but more careful, because a person may write to the bank about it: without rates that no loan has, and where hardly any
 * charge counts the offset accounts, with the rates that explain the others without them.
 */
export function* likelyResult(statement: StatementBody): Slices<StatementResult> {
  const result = yield* resultWith(statement, likelyLevels);
  const hasOffset = statement.offset_balances.some(({ balance }) => balance !== 0);
  if (!hasOffset || result.verdict !== 'unexplained' || result.alternative !== null) return result;
  const account = readAccount(statement);
  const fixed = requestRates(statement.rates);
  const choice = yield* chooseConvention({ ...account, offsets: [] }, fixed, likelyLevels);
  if (choice.best.explained < fewestCharges) return result;
  const rows = yield* chargeRows(account, choice.best);
  const known = rows.filter((row) => isExplained(row) || row.cause === 'offset_ignored');
  if (known.length < fewestCharges) return result;
  return resultOf(statement, account, choice, rows, {
    verdict: 'partly',
    rates: ratesOf(choice.best, known.filter(isExplained), fixed && statement.rates),
    alternative: null,
  });
}

const isExplained = ({ status }: Row) => status === 'explained';

function resultOf(
  statement: StatementBody,
  account: Account,
  choice: Choice,
  rows: Row[],
  { verdict, rates, alternative }: Pick<StatementResult, 'verdict' | 'rates' | 'alternative'>,
): StatementResult {
  const { convention, explained, levels } = choice.best;
  const isNearest = levels === null ? rows.some(isCheckable) : explained > 0;
  return {
    verdict,
    convention: isNearest ? convention : null,
    undetermined: isNearest ? undeterminedParts(choice) : [],
    rates,
    alternative,
    totals: totalsOf(rows),
    causes: causesOf(rows),
    findings: [...account.findings],
    first_date: statement.transactions[0]!.date,
    last_date: statement.transactions.at(-1)!.date,
    closing_balance: account.closingCents / 100,
    rows,
  };
}

/** In hundredths of a percent, or in millionths where the rates need them. */
function requestRates(rates: StatementBody['rates']): Rates | null {
  if (rates.length === 0) return null;
  const isCoarse = rates.every(({ annual_interest_rate: rate }) => rate % millionthsPerHundredth === 0);
  const steps = newSteps();
  for (const { from, annual_interest_rate: rate } of rates) {
    addStep(steps, dayOf(from), isCoarse ? rate / millionthsPerHundredth : rate);
  }
  return { steps, scale: isCoarse ? hundredths : 1e8 };
}

const millionthsPerHundredth = 10_000;

/** Whether only the rate may keep the charge from being checked. */
const isCheckable = ({ reason }: Row) => reason === null || reason === 'rate_unknown';

function verdictOf(rows: readonly Row[], explained: number, checked: number): StatementResult['verdict'] {
  if (rows.filter(isCheckable).length < fewestCharges) return 'too_few';
  if (explained < fewestCharges || 2 * explained < checked) return 'unexplained';
  return explained === checked ? 'explained' : 'partly';
}

const undeterminedParts = ({ equals }: Choice) =>
  conventionPartNames.filter(
    (part) => new Set(equals.map((convention: Convention) => convention[part])).size > 1,
  );

/** The rates, each with the number of explained charges at whose last day it holds. */
function ratesOf(
  { rates: { steps, scale } }: Solution,
  explained: readonly Row[],
  fixed: StatementBody['rates'] | null,
): StatementResult['rates'] {
  const entries = fixed?.map(({ from, annual_interest_rate: rate }) => ({
    day: dayOf(from),
    percent: rate / 1e6,
  }));
  const found = steps.days.map((day, index) => ({ day, percent: (steps.values[index]! * 100) / scale }));
  const listed = entries ?? found;
  const days = { days: listed.map(({ day }) => day), values: [] };
  const counts = listed.map(() => 0);
  for (const { to } of explained) counts[stepAt(days, dayOf(to!))]!++;
  return listed.map(({ day, percent }, index) => ({
    from: dateOf(day),
    annual_interest_rate: percent,
    charges: counts[index]!,
  }));
}

/** What explains more charges than the rates of the request. */
function* alternativeOf(
  account: Account,
  found: Solution,
  explainedCount: number,
): Slices<StatementResult['alternative']> {
  if (found.explained < fewestCharges || found.explained <= explainedCount) return null;
  const rows = yield* chargeRows(account, found);
  const explained = rows.filter(isExplained);
  const rates = ratesOf(found, explained, null);
  return { convention: found.convention, rates, explained: found.explained };
}
