/**
 * Measures the check of a statement: the CPU time of two years with an offset account and unknown rates, and of the largest
 * legal one with rates that explain nothing, from the parsed body to the JSON text; and the longest slice of it.
 *
 *     npx tsx bench/engine/statement-speed.ts
 */
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { statementBody } from './statement-bodies.ts';

const runs = 9;

interface Times {
  all: number;
  longestSlice: number;
}

/** CPU time in milliseconds, because other work on the machine hardly affects it. */
function timesOf(body: unknown): Times {
  let last = process.cpuUsage();
  const slices: number[] = [];
  const endSlice = () => {
    const { user, system } = process.cpuUsage(last);
    slices.push((user + system) / 1_000);
    last = process.cpuUsage();
  };
  const check = statementResult(StatementBody.parse(body));
  endSlice();
  let step = check.next();
  for (; !step.done; step = check.next()) endSlice();
  JSON.stringify(step.value);
  endSlice();
  return { all: slices.reduce((sum, each) => sum + each, 0), longestSlice: Math.max(...slices) };
}

function medians(body: unknown): Times {
  const times = Array.from({ length: runs }, () => timesOf(body));
  return {
    all: median(times.map(({ all }) => all)),
    longestSlice: median(times.map(({ longestSlice }) => longestSlice)),
  };
}

const twoYears = medians(statementBody(730, 30));
reportMost('two years by the day with an offset account and unknown rates', twoYears.all, 500, 'ms');
const largest = medians(statementBody(5_000, 2, 6.13));
reportMost('the largest statement with wrong rates', largest.all, 10_000, 'ms');
reportMost('its longest slice', largest.longestSlice, 50, 'ms');
