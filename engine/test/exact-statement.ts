/**
 * An independent reference of the check of a statement, which computes every figure day by day with big integers. It shares
 * no code with the engine.
 */
import {
  cents,
  type Convention,
  dateText,
  dayNumber,
  exactConventions,
  readExactAccount,
  type StatementJson,
} from './exact-account.ts';
import { causeOf, type Level, type Solution } from './exact-causes.ts';
import { asPercent, fit, floor, hundredth, interest, meet, type RateOf, stepRate } from './exact-interest.ts';

export function exactStatement(json: StatementJson) {
  const account = readExactAccount(json);
  const {
    first,
    last: lastRow,
    given,
    findings,
    charges,
    faults,

    spans,
    daysOf,
    owed,
  } = account;

  function solve(c: Convention, rates: typeof given): Solution {
    const span = spans(c);
    const checkable = charges.flatMap((_, i) => (span[i] && !faults[i] ? [i] : []));
    const days = new Map(checkable.map((i) => [i, daysOf(span[i]!, c)]));
    if (rates.length > 0) {
      const rateOf = stepRate(rates);
      const explained = checkable.filter(
        (i) => interest(days.get(i)!, c, rateOf) === BigInt(charges[i]!.charged),
      );
      return { c, explained: explained.length, levels: null, rateOf, steps: rates };
    }
    const fits = new Map(checkable.map((i) => [i, fit(days.get(i)!, c, charges[i]!.charged)]));
    const changeIn = (i: number, before: number, after: number): number | null => {
      const all = days.get(i)!;
      for (const { day } of all.slice(1)) {
        const total = interest(all, c, (each) => (each < day ? before : after) * hundredth);
        if (total === BigInt(charges[i]!.charged)) return day;
      }
      return null;
    };
    const levels: Level[] = [];
    for (const [place, i] of checkable.entries()) {
      const own = fits.get(i);
      if (!own) continue;
      const current = levels.at(-1);
      const common = current && meet([current.low, current.high], own);
      if (common) {
        [current.low, current.high] = common;
        current.members.push(i);
        continue;
      }
      const next = checkable[place + 1];
      const isFollowed = next !== undefined && meet(own, fits.get(next));
      const isAfterChange =
        checkable.includes(i - 1) &&
        !fits.get(i - 1) &&
        current?.members.at(-1) === i - 2 &&
        changeIn(i - 1, current.low, own[0]) !== null;
      if (isFollowed || isAfterChange)
        levels.push({ low: own[0], high: own[1], members: [i], from: 0, dated: null });
    }
    for (const [n, level] of levels.entries()) {
      const end = levels[n - 1]?.members.at(-1) ?? -1;
      for (const i of checkable.filter((each) => each > end && each < level.members[0]!).toReversed()) {
        const common = meet([level.low, level.high], fits.get(i));
        if (!common) continue;
        [level.low, level.high] = common;
        level.members.unshift(i);
      }
    }
    for (const [n, level] of levels.entries()) {
      level.from = span[level.members[0]!]![0];
      const before = levels[n - 1];
      const between = level.members[0]! - 1;
      if (before?.members.at(-1) !== between - 1 || !checkable.includes(between)) continue;
      const day = changeIn(between, before.low, level.low);
      if (day !== null) [level.from, level.dated] = [day, between];
    }
    const explained = levels.reduce(
      (sum, { members, dated }) => sum + members.length + (dated === null ? 0 : 1),
      0,
    );
    const steps = levels.map(({ from, low }) => ({ day: from, rate: low * hundredth }));
    return { c, explained, levels, rateOf: stepRate(steps), steps };
  }

  function search(rates: typeof given): { best: Solution; equals: Convention[] } {
    const all = exactConventions.map((c) => solve(c, rates));
    const most = Math.max(...all.map(({ explained }) => explained));
    const good = all.filter(({ explained }) => explained === most);
    const fewest = Math.min(...good.map(({ levels }) => levels?.length ?? 0));
    const equals = good.filter(({ levels }) => (levels?.length ?? 0) === fewest);
    return { best: equals[0]!, equals: equals.map(({ c }) => c) };
  }

  function describe(solution: Solution) {
    const { c, levels, rateOf } = solution;
    const span = spans(c);
    return charges.map((charge, i) => {
      const base = {
        row: charge.rows[0]! + 1,
        date: dateText(charge.day),
        from: null as string | null,
        to: null as string | null,
        days: null as number | null,
        average_balance: null as number | null,
        charged: charge.charged / 100,
        adjustment: charge.adjustment / 100,
        expected: null as number | null,
        difference: null as number | null,
        annual_interest_rate: null as number | null,
        rate_changed_on: null as string | null,
        effective_rate_percent: null as number | null,
        status: 'not_checked',
        reason: (span[i] ? faults[i] : 'start') as string | null,
        cause: null as string | null,
        cause_date: null as string | null,
        fitting_rate: null as number | null,
        runs: [] as { from: string; days: number; balance: number; annual_interest_rate: number | null }[],
      };
      if (base.reason !== null) return base;
      const days = daysOf(span[i]!, c);
      const sum = days.reduce((total, { balance }) => total + balance, 0n);
      const count = BigInt(days.length);
      base.from = dateText(span[i]![0]);
      base.to = dateText(span[i]![1]);
      base.days = days.length;
      base.average_balance = Number((2n * sum + count) / (2n * count)) / 100;
      base.effective_rate_percent =
        sum === 0n ? null : Number(floor(2n * BigInt(charge.charged) * 365_000_000n + sum, 2n * sum)) / 1e4;
      const isDated = levels?.some(({ dated }) => dated === i) ?? false;
      const inside = levels?.some(({ members }) => members[0]! <= i && i <= members.at(-1)!) ?? true;
      const isOuter =
        levels !== null &&
        levels.length > 0 &&
        (i < levels[0]!.members[0]! || i > levels.at(-1)!.members.at(-1)!);
      const isKnown = isDated || inside || isOuter;
      const runsWith = (rate: RateOf | null) => {
        const runs: typeof base.runs = [];
        for (const { day, balance } of days) {
          const [percent, amount] = [rate ? rate(day) / 1e6 : null, Number(balance) / 100];
          const last = runs.at(-1);
          if (last?.balance === amount && last.annual_interest_rate === percent) last.days++;
          else runs.push({ from: dateText(day), days: 1, balance: amount, annual_interest_rate: percent });
        }
        return runs;
      };
      const fitting = () => (levels ? (fit(days, c, charge.charged)?.[0] ?? null) : null);
      const unknown = {
        ...base,
        reason: 'rate_unknown',
        runs: runsWith(null),
        fitting_rate: asPercent(fitting()),
      };
      if (!isKnown) return unknown;
      const expected = interest(days, c, rateOf);
      const isExplained = expected === BigInt(charge.charged);
      const found = isExplained
        ? null
        : causeOf(solution, span[i]!, [expected, BigInt(charge.charged)], account);
      if (!isExplained && !found && isOuter) return unknown;
      const changed = days.slice(1).findLast(({ day }) => rateOf(day) !== rateOf(day - 1));
      return {
        ...base,
        expected: Number(expected) / 100,
        difference: (charge.charged - Number(expected)) / 100,
        annual_interest_rate: rateOf(span[i]![1]) / 1e6,
        rate_changed_on: changed ? dateText(changed.day) : null,
        status: isExplained ? 'explained' : 'differs',
        cause: found?.cause ?? null,
        cause_date: found?.date ?? null,
        fitting_rate: isExplained ? null : asPercent(fitting()),
        runs: runsWith(rateOf),
      };
    });
  }

  type Row = ReturnType<typeof describe>[number];
  const ratesOf = ({ steps }: Solution, described: readonly Row[]) =>
    steps.map(({ day, rate }, n) => ({
      from: dateText(day),
      annual_interest_rate: rate / 1e6,
      charges: described.filter(({ status, to }) => {
        const last = status === 'explained' ? dayNumber(to!) : null;
        return last !== null && (day <= last || n === 0) && !(steps[n + 1] && steps[n + 1]!.day <= last);
      }).length,
    }));

  const { best, equals } = search(given);
  const described = describe(best);
  const checked = described.filter(({ status }) => status !== 'not_checked');
  const explained = checked.filter(({ status }) => status === 'explained');
  const checkable = described.filter(({ reason }) => reason === null || reason === 'rate_unknown');
  const hasConvention = given.length > 0 ? checkable.length > 0 : best.explained > 0;
  let alternative = null;
  if (given.length > 0 && explained.length < checked.length) {
    const other = search([]).best;
    if (other.explained > explained.length && other.explained >= 3) {
      alternative = {
        convention: other.c,
        rates: ratesOf(other, describe(other)),
        explained: other.explained,
      };
    }
  }
  const add = (list: readonly Row[], field: 'charged' | 'expected' | 'difference') =>
    list.reduce((sum, row) => sum + cents(row[field]!), 0) / 100;
  const differing = described.filter(({ status }) => status === 'differs');
  const verdict =
    checkable.length < 3
      ? 'too_few'
      : explained.length < 3 || 2 * explained.length < checked.length
        ? 'unexplained'
        : explained.length === checked.length
          ? 'explained'
          : 'partly';
  return {
    verdict,
    convention: hasConvention ? best.c : null,
    undetermined: hasConvention
      ? (Object.keys(best.c) as (keyof Convention)[]).filter((part) =>
          equals.some((c) => c[part] !== best.c[part]),
        )
      : [],
    rates: ratesOf(best, described),
    alternative,
    totals: {
      charges: described.length,
      explained: explained.length,
      differing: differing.length,
      not_checked: described.length - checked.length,
      charged: add(checked, 'charged'),
      expected: add(checked, 'expected'),
      difference: add(checked, 'difference'),
      overcharged: add(
        checked.filter((row) => row.difference! > 0),
        'difference',
      ),
      undercharged:
        0 -
        add(
          checked.filter((row) => row.difference! < 0),
          'difference',
        ),
    },
    causes: [...new Set(differing.map(({ cause }) => cause))].map((cause) => {
      const of = differing.filter((row) => row.cause === cause);
      return {
        cause,
        charges: of.length,
        difference: add(of, 'difference'),
        first_date: of[0]!.date,
        last_date: of.at(-1)!.date,
      };
    }),
    findings,
    first_date: first.date,
    last_date: lastRow.date,
    closing_balance: owed / 100,
    rows: described,
  };
}
