/** Figures and dates as people read them. Formatters are shared, because creating one takes a hundred times as long as using it. */

/** Without the sign of a negative zero, or of a negative number that is rounded to zero. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat('en-AU', { signDisplay: 'negative', ...options });

/** A formatter for numbers with as many decimals, or with from `decimals` to `mostDecimals`. */
export const decimalFormat = (decimals: number, mostDecimals = decimals): Intl.NumberFormat =>
  numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: mostDecimals });

const currency = { style: 'currency', currency: 'AUD' } as const;
const plain = numberFormat();
const aud = numberFormat(currency);
const wholeAud = numberFormat({ ...currency, maximumFractionDigits: 0 });
const shortAud = numberFormat({ ...currency, trailingZeroDisplay: 'stripIfInteger' });
const twoDecimals = decimalFormat(2);
const fiveDecimals = decimalFormat(5);
const upToSixDecimals = decimalFormat(0, 6);

/** A number with grouped thousands. */
export const formatNumber = (number: number): string => plain.format(number);

export const formatAud = (amount: number): string => aud.format(amount);

export const formatWholeAud = (amount: number): string => wholeAud.format(amount);

/** An amount without the cents if they are zero. */
export const formatShortAud = (amount: number): string => shortAud.format(amount);

/** An amount with cents and without its currency. */
export const formatAmount = (amount: number): string => twoDecimals.format(amount);

/** A percentage with 5 decimals. */
export const formatRate = (percent: number): string => `${fiveDecimals.format(percent)}%`;

/** A rate as it was entered, without trailing zeros. */
export const formatShortRate = (percent: number): string => `${upToSixDecimals.format(percent)}%`;

/** A percentage with 2 decimals. */
export const formatShare = (percent: number): string => `${twoDecimals.format(percent)}%`;

/** With a minus sign, where formatters write a hyphen. */
export const withMinus = (figure: string): string => figure.replace('-', '−');

const utcFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-AU', { ...options, timeZone: 'UTC' });
  return (date: string): string => format.format(new Date(date));
};

/** A date as YYYY-MM-DD, such as `30 September 2026`. */
export const formatLongDate = utcFormat({ dateStyle: 'long' });

/** A date as YYYY-MM-DD, such as `30 Sept 2026`. */
export const formatDate = utcFormat({ dateStyle: 'medium' });

/** The month of a date as YYYY-MM-DD or YYYY-MM, such as `Sept 2026`. */
export const formatMonth = utcFormat({ month: 'short', year: 'numeric' });

/** The month of a date as YYYY-MM-DD or YYYY-MM, such as `September 2026`. */
export const formatLongMonth = utcFormat({ month: 'long', year: 'numeric' });

/** The month of a date as YYYY-MM-DD or YYYY-MM, such as `September`. */
export const formatMonthName = utcFormat({ month: 'long' });
