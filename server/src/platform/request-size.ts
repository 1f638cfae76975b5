import { requestLimits } from 'contract/limits.ts';

const { maxLevels, maxNames } = requestLimits;

const tooManyNames = `Must have at most ${maxNames} fields at one level.`;

/** Why a query may not reach its schema, whose errors would cost many times more than the request. */
export const excessOfNames = (input: object): string | undefined =>
  Object.keys(input).length > maxNames ? tooManyNames : undefined;

/**
 * Why a JSON text may not even be parsed, which takes several times as long as a look at its brackets and colons.
 * Anything is accepted of a text that is not JSON, because the parser refuses it.
 */
export function excessOfJson(json: string): string | undefined {
  /** The names of each object that is open at this place, and 0 for each list. */
  const names: number[] = [];
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (character === '"') index = endOfString(json, index);
    else if (character === ':') {
      if (++names[names.length - 1]! > maxNames) return tooManyNames;
    } else if (character === '{' || character === '[') {
      if (names.push(0) > maxLevels) return `Must have at most ${maxLevels} levels.`;
    } else if (character === '}' || character === ']') names.pop();
  }
  return undefined;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  let end = start;
  do {
    end = json.indexOf('"', end + 1);
    if (end === -1) return json.length;
  } while (isEscaped(json, end));
  return end;
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json[index - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** Whether a JSON text has more values than this, without parsing it. */
export function hasMoreValues(json: string, max: number): boolean {
  let count = 0;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (character === '"') index = endOfString(json, index);
    else if (character === ',' && ++count >= max) return true;
  }
  return false;
}
