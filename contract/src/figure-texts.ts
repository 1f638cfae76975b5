/** Formatters are shared, because creating one takes a hundred times as long as using it. */

/** Without the sign of a negative zero, or of a negative number that is rounded to zero. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat('en-AU', { signDisplay: 'negative', ...options });

const plain = numberFormat();
const shortAud = numberFormat({
  style: 'currency',
  currency: 'AUD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** A number with grouped thousands. */
export function formatNumber(number: number): string {
  return plain.format(number);
}

/** An amount without the cents if they are zero. */
export function formatShortAud(amount: number): string {
  return shortAud.format(amount);
}

/** With a minus sign, where formatters write a hyphen. */
export const withMinus = (figure: string): string => figure.replace('-', '−');
