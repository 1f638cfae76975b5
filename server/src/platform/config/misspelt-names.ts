import { variableNames } from './config.ts';
import { secretFileNames } from './secret-files.ts';

/** How many letters may differ: the more, the longer the name is. */
const maxDistance = (name: string) => Math.max(1, Math.floor(name.length / 4));

/** The variables of the environment that are no settings, but look like one that is not set. */
export function misspeltNames(environment: NodeJS.ProcessEnv): { name: string; setting: string }[] {
  const unset = variableNames.filter((name) => !environment[name]);
  return Object.keys(environment).flatMap((name) => {
    if (variableNames.includes(name) || secretFileNames.includes(name)) return [];
    const setting = unset.find((other) => distance(name.toUpperCase(), other) <= maxDistance(other));
    return setting === undefined ? [] : [{ name, setting }];
  });
}

/** The optimal string alignment distance: letters that are missing, too many, wrong, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (values: readonly number[] | undefined, index: number) => values?.[index] ?? Infinity;
