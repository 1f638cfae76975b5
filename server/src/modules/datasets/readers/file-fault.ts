const longestQuote = 40;

/** Why a publisher's file is refused: one line that names the row, the column or the figure. */
export class FileFault extends Error {}

/** A cell of the file, cut to a length that fits a message. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);

const quotedChoice = (texts: readonly string[]) => texts.map(quoted).join(' or ');

/** Refuses the file unless the condition is true. */
export function check(isTrue: unknown, fault: string): asserts isTrue {
  if (!isTrue) throw new FileFault(fault);
}

/** Refuses a file in which what is named does not occur exactly once. `others` are the names that exist instead. */
export function onlyOne<Item>(found: readonly Item[], name: string, others: readonly string[]): Item {
  const [item, second] = found;
  check(item !== undefined, `${name} is missing: ${namesInstead(others)}`);
  check(second === undefined, `${name} is there twice`);
  return item;
}

function namesInstead(names: readonly string[]): string {
  const found = [...new Set(names)].filter(Boolean);
  if (found.length === 0) return 'there is nothing instead';
  const listed = found.slice(0, 5).map(quoted).join(', ');
  return `there is ${listed}${found.length > 5 ? ' and more' : ''} instead`;
}

/** The accepted series of the file, in which each name begins with the prefix. `where` is the row of the names. */
export function acceptedSeries(
  accepted: readonly string[],
  found: readonly string[],
  { prefix = '', where }: { prefix?: string; where?: string } = {},
): string {
  const names = accepted.map((id) => prefix + id);
  const isFound = (id: string) => found.includes(prefix + id);
  const series = `the series ${quotedChoice(names)}`;
  return onlyOne(accepted.filter(isFound), where ? `${where}: ${series}` : series, found);
}

/** Ignores letter case and surrounding spaces of units and frequencies. */
export const isOneOf = (accepted: readonly string[], found: string): boolean =>
  accepted.some((one) => one.toLowerCase() === found.trim().toLowerCase());

export function requireOneOf(accepted: readonly string[], found: string, name: string): void {
  check(isOneOf(accepted, found), `${name} is ${quoted(found)}, not ${quotedChoice(accepted)}`);
}
