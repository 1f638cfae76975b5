/** Integer cents as the JSON text of the number of dollars. */
export function aud(cents: number): string {
  if (cents < 0) return `-${aud(-cents)}`;
  const rest = cents % 100;
  return `${(cents - rest) / 100}${decimals[rest]}`;
}

/** The decimals of an amount: '' for 0, '.05' for 5, '.5' for 50 cents. */
const decimals = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));
