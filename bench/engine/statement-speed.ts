/**
 * Measures the check of a statement and the figures of a followed loan: the CPU time of two years with an offset account and unknown rates, and of the largest
 * legal one with rates that explain nothing, from the parsed body to the JSON text; and the longest slice of it.
 *
 *     npx tsx bench/engine/statement-speed.ts
 */
import { FollowLoanBody } from 'contract/followed-loans/followed-loan-fields.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { followedLoanResult } from 'engine/calculators/followed-loan.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import type { Slices } from 'engine/slices.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { statementBody } from './statement-bodies.ts';

const runs = 9;

interface Times {
  all: number;
  longestSlice: number;
}

/** CPU time in milliseconds, because other work on the machine hardly affects it. */
function timesOf(compute: () => Slices<object>): Times {
  let last = process.cpuUsage();
  const slices: number[] = [];
  const endSlice = () => {
    const { user, system } = process.cpuUsage(last);
    slices.push((user + system) / 1_000);
    last = process.cpuUsage();
  };
  const check = compute();
  endSlice();
  let step = check.next();
  for (; !step.done; step = check.next()) endSlice();
  JSON.stringify(step.value);
  endSlice();
  return { all: slices.reduce((sum, each) => sum + each, 0), longestSlice: Math.max(...slices) };
}

function medians(compute: () => Slices<object>): Times {
  const times = Array.from({ length: runs }, () => timesOf(compute));
  return {
    all: median(times.map(({ all }) => all)),
    longestSlice: median(times.map(({ longestSlice }) => longestSlice)),
  };
}

const check = (body: unknown) => () => statementResult(StatementBody.parse(body));

const twoYears = medians(check(statementBody(730, 30)));
reportMost('two years by the day with an offset account and unknown rates', twoYears.all, 500, 'ms');
const largest = medians(check(statementBody(5_000, 2, 6.13)));
reportMost('the largest statement with wrong rates', largest.all, 10_000, 'ms');
reportMost('its longest slice', largest.longestSlice, 50, 'ms');

/** Paid weekly, and none of the goals in time, so that the payment of each is searched. */
function follow({ offset_balances, ...account }: ReturnType<typeof statementBody>, goalCount: number) {
  const offset_accounts = [{ balances: offset_balances }];
  const payment = { amount: 600, frequency: 'weekly' };
  const goals = Array.from({ length: goalCount }, (_, goal) => ({
    kind: 'pay_off',
    date: `${2037 + goal}-01-01`,
  }));
  const plan = { end_date: '2060-01-01' };
  const body = { ...account, offset_accounts, payment, plan, goals };
  return () => followedLoanResult(FollowLoanBody.parse(body), cashRate);
}
/** A decision a month. */
const cashRate = Array.from({ length: 400 }, (_, month) => ({
  date: new Date(Date.UTC(2000, month, 5)).toISOString().slice(0, 10),
  value: 3 + (month % 7) / 4,
}));

const followed = medians(follow(statementBody(730, 30), 1));
reportMost('a followed loan of two years by the day with a goal', followed.all, 700, 'ms');
const largestLoan = medians(follow(statementBody(5_000, 2, 6.13), 20));
reportMost('the largest followed loan with 20 goals out of reach', largestLoan.all, 10_000, 'ms');
reportMost('its longest slice', largestLoan.longestSlice, 50, 'ms');
