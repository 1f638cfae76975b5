const longestQuote = 40;

/** Why a publisher's file is refused: one line that names the row, the column or the figure. */
export class FileFault extends Error {}

/** A cell of the file, cut to a length that fits a message. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);

/** The names that exist instead of a missing one. */
export function namesInstead(names: Iterable<string>): string {
  const found = [...new Set(names)].filter(Boolean);
  if (found.length === 0) return 'there is nothing instead';
  const listed = found.slice(0, 5).map(quoted).join(', ');
  return `there is ${listed}${found.length > 5 ? ' and more' : ''} instead`;
}
