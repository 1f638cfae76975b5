/**
 * What people type for an amount, a duration or a rate, as the API reads it: `$500,000`, `30 years`, `6.19%`. What is
 * not understood stays as typed, for the validation to refuse.
 */
const plainNumber = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const grouped = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d*)?$/;
const duration =
  /^(?:(?<years>\d+(?:\.\d+)?)\s*y(?:(?:ea)?rs?)?)?[\s,]*(?:(?<months>\d+)\s*m(?:o|th|onth)?s?)?$/i;

export function readAmount(typed: string): string {
  const text = typed.trim();
  const figure = text.replace(/^(?:aud)?\s*(?:a?\$)?\s*/i, '');
  if (grouped.test(figure)) return figure.replace(/[, ]/g, '');
  return plainNumber.test(figure) ? figure : text;
}

/** In months. */
export function readDuration(typed: string): string {
  const text = typed.trim();
  const { years, months } = duration.exec(text)?.groups ?? {};
  if (years === undefined && months === undefined) return text;
  const total = 12 * Number(years ?? 0) + Number(months ?? 0);
  return Number.isInteger(total) ? String(total) : text;
}

/** In percent. */
export function readRate(typed: string): string {
  const text = typed.trim();
  const figure = text.replace(/\s*%?\s*(?:p\.?\s?a\.?)?$/i, '');
  return plainNumber.test(figure) ? figure : text;
}
