const dayMs = 86_400_000;
const dateOf = (day: number) => new Date(Date.UTC(2022, 0, 1) + day * dayMs).toISOString().slice(0, 10);

/** The dollars in the offset account. */
const offsetOf = (row: number) => 1_000 + (row % 90);

const [percent, owedCents] = [6.14, 40_000_000];

/**
 * A request with a row a day, as many balances of an offset account, and interest at 6.14 % every so many rows.
 * @param rate the rate of the request; none to have it found.
 */
export function statementBody(rows: number, chargeEvery: number, rate?: number) {
  let [balanceCents, interest] = [owedCents, 0];
  const transactions = Array.from({ length: rows }, (_, row) => {
    const isCharge = row % chargeEvery === chargeEvery - 1;
    const cents = isCharge ? Math.round(interest) : -1 - 100 * (row % 7);
    if (isCharge) interest = 0;
    balanceCents += cents;
    interest += ((balanceCents - 100 * offsetOf(row)) * percent) / 36_500;
    return { date: dateOf(row), amount: cents / 100, ...(isCharge && { kind: 'interest' }) };
  });
  return {
    opening_balance: owedCents / 100,
    previous_charge_date: dateOf(-1),
    transactions,
    offset_balances: transactions.map(({ date }, row) => ({ date, balance: offsetOf(row) })),
    ...(rate !== undefined && { rates: [{ from: dateOf(-1), annual_interest_rate: rate }] }),
  };
}
