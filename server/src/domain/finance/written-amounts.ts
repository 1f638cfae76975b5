/** Integer cents as the JSON text of the number of dollars. */
export function aud(cents: number): string {
  // Integers of 32 bits are divided and written at a fraction of the cost of doubles.
  const small = cents | 0;
  if (small === cents && small >= 0) {
    const rest = small % 100;
    return `${(small - rest) / 100}${decimals[rest]}`;
  }
  if (cents < 0) return `-${aud(-cents)}`;
  const rest = cents % 100;
  return `${(cents - rest) / 100}${decimals[rest]}`;
}

/** The decimals of an amount: '' for 0, '.05' for 5, '.5' for 50 cents. */
const decimals = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));
