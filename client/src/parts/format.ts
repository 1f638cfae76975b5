/** One formatter of each kind for the whole screen: making one costs a hundred times what using it does. */
const aud = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const fiveDecimals = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 5, maximumFractionDigits: 5 });
const twoDecimals = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Australian dollars with 2 decimals. */
export function formatAud(amount: number): string {
  return aud.format(amount);
}

/** A rate, given in percent, with 5 decimals. */
export function formatRate(percent: number): string {
  return `${fiveDecimals.format(percent)}%`;
}

/** One amount as a share of another, given in percent, with the 2 decimals that the calculation keeps. */
export function formatShare(percent: number): string {
  return `${twoDecimals.format(percent)}%`;
}
