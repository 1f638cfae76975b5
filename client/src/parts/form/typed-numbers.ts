/** Commas or spaces may group the thousands, three digits each; text with other commas is not a number. */
const amountForm =
  /^(?:aud)?\s*(?:a?\$)?\s*((?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d*)?)\s*%?\s*(?:p\.?\s?a\.?)?$/i;
const monthsForm =
  /^(?:(\d*\.?\d+)\s*(?:y|yrs?|years?))?\s*(?:(?:and\s+|,\s*)?(\d+)\s*(?:m|mos?|mths?|months?))?$/i;
const bareNumber = /^\d*\.?\d+$/;

/** Converts `$500,000` or `6.19% p.a.` to a plain decimal. Other text is returned unchanged, for the schema to refuse. */
export function plainNumber(input: string): string {
  const text = input.trim();
  const number = amountForm.exec(text)?.[1]?.replace(/[, ]/g, '').replace(/\.$/, '');
  return number || text;
}

/** Groups the thousands of an amount. Other text is returned unchanged. */
export function groupedAmount(input: string): string {
  const amount = plainNumber(input);
  if (!bareNumber.test(amount)) return input;
  const [whole = '', ...decimals] = amount.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.');
}

/**
 * Converts `30 years`, `30y`, `2y 6m`, `18 months` or a number of `unit` to a number of months. Other text is returned
 * unchanged.
 */
export function monthsOf(input: string, unit: 'years' | 'months'): string {
  const text = input.trim();
  if (bareNumber.test(text)) return unit === 'years' ? inMonths(text, '0') : text;
  const [, years, months] = (text && monthsForm.exec(text)) || [];
  return years || months ? inMonths(years ?? '0', months ?? '0') : text;
}

/** Rounded to remove floating-point errors, such as those of 1.1 years × 12. */
function inMonths(years: string, months: string): string {
  return String(Number((Number(years) * 12 + Number(months)).toFixed(6)));
}
