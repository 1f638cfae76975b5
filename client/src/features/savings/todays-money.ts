/**
 * The value of a future amount at today's prices: amount / (1 + inflation)^years, rounded half up to the cent in exact
 * integers.
 * @param inflation in percent, as plain decimal text with at most 6 decimals.
 */
export function todaysMoney(amount: number, inflation: string, years: number): number {
  const [whole = '0', decimals = ''] = inflation.split('.');
  const base = 10n ** 8n;
  const growth = base + BigInt((whole || '0') + decimals.padEnd(6, '0'));
  const numerator = BigInt(Math.round(amount * 100)) * base ** BigInt(years);
  const denominator = growth ** BigInt(years);
  return Number((2n * numerator + denominator) / (2n * denominator)) / 100;
}
