import { randomInt } from 'node:crypto';
import { figureLimits } from 'contract/quiz/quiz.constants.ts';
import type { Variable } from 'contract/quiz/number-questions.ts';

/** The values of variables by name. */
export type Draw = Readonly<Record<string, number>>;

const scale = 10 ** figureLimits.decimals;

/** Exact, because the units are integers. */
const nth = ({ from, step }: Variable, index: number): number =>
  (Math.round(from * scale) + index * Math.round(step * scale)) / scale;

const countOf = ({ from, to, step }: Variable): number =>
  Math.floor((Math.round(to * scale) - Math.round(from * scale)) / Math.round(step * scale)) + 1;

export const drawValues = (variables: readonly Variable[]): Draw =>
  Object.fromEntries(
    variables.map((variable) => [variable.name, nth(variable, randomInt(countOf(variable)))]),
  );

/** Every combination of the chosen values of each variable. */
function combine(variables: readonly Variable[], valuesOf: (variable: Variable) => number[]): Draw[] {
  return variables.reduce<Draw[]>(
    (draws, variable) =>
      valuesOf(variable).flatMap((value) => draws.map((draw) => ({ ...draw, [variable.name]: value }))),
    [{}],
  );
}

/** Each variable at its first and its last value. */
export const cornersOf = (variables: readonly Variable[]): Draw[] =>
  combine(variables, (variable) => [...new Set([variable.from, nth(variable, countOf(variable) - 1)])]);

const checkedDraws = 200;

/** The draws for which a question must have an answer: all of them, or every corner and some random ones. */
export function drawsToCheck(variables: readonly Variable[]): Draw[] {
  const total = variables.reduce((product, variable) => product * countOf(variable), 1);
  if (total <= checkedDraws) {
    return combine(variables, (variable) =>
      Array.from({ length: countOf(variable) }, (_, index) => nth(variable, index)),
    );
  }
  return [...cornersOf(variables), ...Array.from({ length: checkedDraws }, () => drawValues(variables))];
}

const placeholder = /\{([a-z]+)\}/g;

export const placeholdersOf = (text: string): string[] =>
  Array.from(text.matchAll(placeholder), ([, name = '']) => name);

/** Placeholders without a text are unchanged. */
export const fill = (text: string, texts: ReadonlyMap<string, string>): string =>
  text.replaceAll(placeholder, (whole, name: string) => texts.get(name) ?? whole);

/** Replaces every text that is a placeholder alone by its value. */
export function fillInput<Value>(value: Value, draw: Draw): Value {
  if (typeof value === 'string') {
    const [, name = ''] = /^\{([a-z]+)\}$/.exec(value) ?? [];
    return (Object.hasOwn(draw, name) ? draw[name] : value) as Value;
  }
  if (Array.isArray(value)) return value.map((each: unknown) => fillInput(each, draw)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, fillInput<unknown>(each, draw)]);
  return Object.fromEntries(entries) as Value;
}

export function placeholdersOfInput(value: unknown): string[] {
  if (typeof value === 'string') return /^\{[a-z]+\}$/.test(value) ? placeholdersOf(value) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(placeholdersOfInput);
}
