/** Random statements of lenders that make planted mistakes. */
import { exactConventions, type StatementJson } from './exact-account.ts';

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const dateText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const faults = ['twice', 'offset', 'late', 'more', 'less', 'year', 'rounding', 'random', 'zero'] as const;

export const sampleStatements = (count: number, seed: number): StatementJson[] =>
  Array.from({ length: count }, (_, index) => sampleStatement(randomOf(seed * 7919 + index)));

function sampleStatement(random: () => number): StatementJson {
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)]!;

  const c = pick([exactConventions[0]!, exactConventions[0]!, ...exactConventions]);
  const isIn = c.charge_day === 'included';
  const start = Date.UTC(2019 + below(7), below(12), 1 + below(28)) / 86_400_000;
  const months = pick([1, 2, 3, 5, 8, 14, 14, 14]);
  const size = pick([3e4, 5e5, 4e7, 4e7, 4e7, 9e7, 3e12]);
  const isDrawn = chance(0.15);
  let owed = isDrawn ? 0 : Math.floor(size * (0.4 + random()));
  const opening = owed;
  const step = pick([1, 1, 10_000]) === 1 ? 10_000 : 1;
  const someRate = () => (step === 10_000 ? below(900) * 10_000 : below(9_000_000));
  const rates = [{ day: start - 40, rate: someRate() }];
  for (let more = pick([0, 0, 1, 1, 2, 4]); more > 0; more--) {
    rates.push({ day: rates.at(-1)!.day + 20 + below((months * 40) / 2), rate: someRate() });
  }
  const rateOn = (day: number, late = 0) =>
    (rates.findLast((each) => each.day + late <= day) ?? rates[0]!).rate;

  const offsets = new Map<number, number>();
  if (chance(0.5)) {
    for (let day = start - 3; day < start + months * 31; day += 1 + below(9))
      offsets.set(day, chance(0.05) ? size * 2 : below(size / 3));
  }
  const offsetOn = (day: number) => [...offsets].findLast(([from]) => from <= day)?.[1] ?? 0;

  const chargeDays = Array.from({ length: months }, (_, month) => {
    const date = new Date(start * 86_400_000);
    const wanted = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + month + 1);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    return (
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), Math.min(wanted, last)) / 86_400_000 +
      (chance(0.1) ? below(3) : 0)
    );
  });

  const rows: { day: number; cents: number; kind?: string; balance: number }[] = [];
  const post = (day: number, amount: number, kind?: string) => {
    owed += amount;
    rows.push({ day, cents: amount, ...(kind && { kind }), balance: owed });
  };
  if (isDrawn) post(start, Math.floor(size * (0.4 + random())));
  /** What is owed at the end of each day, and without the interest of that day. */
  const closing = new Map<number, number>();
  const withoutInterest = new Map<number, number>();
  const bearing = (day: number, isOffsetIgnored: boolean) => {
    const at = c.balance === 'opening' ? day - 1 : day;
    const debt = (isIn ? withoutInterest.get(at) : closing.get(at)) ?? opening;
    return BigInt(Math.max(debt - (isOffsetIgnored ? 0 : offsetOn(at)), 0));
  };

  let before = start;
  let unlinked = 0;
  const faultShare = pick([0, 0.08, 0.08, 0.3, 0.9]);
  for (const [index, chargeDay] of chargeDays.entries()) {
    for (let day = before + (index === 0 && !isDrawn ? 0 : 1); day <= chargeDay; day++) {
      if (day > before && chance(0.09)) post(day, -below(size / 200 + 2));
      if (day > before && chance(0.01)) post(day, below(size / 100 + 2));
      if (day > before && chance(0.02))
        for (let n = 1 + below(2); n > 0; n--) post(day, pick([800, 1000]), 'fee');
      withoutInterest.set(day, owed);
      closing.set(day, owed);
    }
    if (index === 0 && isDrawn)
      [closing, withoutInterest].forEach((each) => each.set(start, each.get(start) ?? owed));
    const fault = unlinked > 0 ? 'offset' : chance(faultShare) ? pick(faults) : 'none';
    if (fault === 'offset') unlinked = unlinked > 0 ? unlinked - 1 : below(4);
    const isStart = index === 0 && isDrawn;
    const days: number[] = [];
    for (let day = before + (isIn && !isStart ? 1 : 0); day <= chargeDay - (isIn ? 0 : 1); day++)
      days.push(day);
    if (fault === 'more' && days.length > 0) days.push(days.at(-1)!);
    if (fault === 'less') days.pop();
    const used = fault === 'rounding' ? pick(exactConventions) : c;
    const years = fault === 'year' ? pick(exactConventions) : c;
    const amount = Number(
      accrue(
        days,
        { ...used, days_in_year: years.days_in_year },
        (day) => bearing(day, fault === 'offset'),
        (day) => rateOn(day, fault === 'late' ? 25 : 0),
      ),
    );
    const charged = fault === 'random' ? amount + below(5_000) : fault === 'zero' ? 0 : amount;
    post(chargeDay, charged, 'interest');
    if (fault === 'twice') post(chargeDay, charged, 'interest');
    closing.set(chargeDay, owed);
    if (chance(0.06) && charged > 100) {
      const at = chargeDay + 1 + below(5);
      for (let day = chargeDay + 1; day < at; day++)
        [closing, withoutInterest].forEach((each) => each.set(day, owed));
      post(at, -charged, 'interest');
      post(at, charged - below(90), 'interest');
      [closing, withoutInterest].forEach((each) => each.set(at, owed));
      before = chargeDay;
      for (let day = before + 1; day <= at; day++) closing.set(day, closing.get(day) ?? owed);
    }
    before = chargeDay;
  }

  const sorted = rows.toSorted((a, b) => a.day - b.day);
  let running = opening;
  for (const row of sorted) {
    running += row.cents;
    row.balance = running;
  }
  const kept =
    sorted.length > 6 && chance(0.2) ? sorted.toSpliced(1 + below(sorted.length - 2), 1 + below(3)) : sorted;
  const statesBalances = chance(0.7);
  const givenRates = pick(['none', 'none', 'right', 'wrong']);
  const shift = givenRates === 'wrong' ? pick([10_000, 250_000]) : 0;
  return {
    transactions: kept.map(({ day, cents, kind, balance }) => ({
      date: dateText(day),
      amount: cents / 100,
      ...(kind && { kind }),
      ...(statesBalances && !chance(0.05) && { balance: balance / 100 }),
    })),
    opening_balance: opening / 100,
    ...(!isDrawn && chance(0.8) && { previous_charge_date: dateText(start) }),
    ...(givenRates !== 'none' && {
      rates: rates.map(({ day, rate }) => ({
        from: dateText(day),
        annual_interest_rate: (rate + shift) / 1e6,
      })),
    }),
    ...(offsets.size > 0 && {
      offset_balances: [...offsets].map(([day, cents]) => ({ date: dateText(day), balance: cents / 100 })),
    }),
  };
}

/** The interest that the lender charges, in exact fractions of a cent. */
function accrue(
  days: readonly number[],
  { days_in_year, rounded_each, rounding }: (typeof exactConventions)[number],
  balanceOf: (day: number) => bigint,
  rateOf: (day: number) => number,
): bigint {
  const common = 365n * 366n * 12n * BigInt(Math.max(days.length, 1)) * 100_000_000n;
  const cent = (value: bigint) =>
    rounding === 'down' ? value / common : (2n * value + common) / (2n * common);
  let [total, run] = [0n, 0n];
  for (const [index, day] of days.entries()) {
    const isLeap = new Date(day * 86_400_000).getUTCFullYear() % 4 === 0;
    const year =
      days_in_year === 'twelfth'
        ? 12n * BigInt(days.length)
        : days_in_year === '365_or_366' && isLeap
          ? 366n
          : 365n;
    const ofDay = (balanceOf(day) * BigInt(rateOf(day)) * common) / (year * 100_000_000n);
    const previous = days[index - 1];
    const isNewRun =
      previous !== undefined && (balanceOf(previous) !== balanceOf(day) || rateOf(previous) !== rateOf(day));
    if (rounded_each === 'day' || (rounded_each === 'run' && isNewRun)) {
      total += cent(run);
      run = 0n;
    }
    run += ofDay;
  }
  return total + cent(run);
}
