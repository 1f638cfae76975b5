import { type AnyNode, type Expression as ParsedExpression, parseExpressionAt } from 'acorn';
import { figureLimits } from 'contract/quiz/quiz.constants.ts';
import { Fraction } from 'fraction.js';
import { bitsOf, rounded } from './fractions.ts';

/** Why an expression cannot be computed, for the author of a question. */
export class ExpressionError extends Error {}

export type Values = ReadonlyMap<string, Fraction>;

/** The work of one computation, in microseconds of CPU time. */
export interface Work {
  cost: number;
}

/** Computes exactly, and adds the work to `work`, also if it throws an `ExpressionError`. */
export type Compute = (values: Values, work: Work) => Fraction;

const characters = /^[a-z0-9.,+\-*/^() ]*$/;
/** In JavaScript these would be powers and comments. */
const notOperators = /\*\*|\/\/|\/\*/;
const plainNumber = /^(?:\d+\.?\d*|\.\d+)$/;

/** Of a numerator or a denominator. */
const maxBits = 32_768;
/**
 * Of one computation, which nothing interrupts, in microseconds. The payment of a loan over 30 years at a rate with four
 * decimals takes 40 ms.
 */
const maxCost = 50_000;
/** Of any computation. */
export const leastCost = 20;
/** Reading a text takes longer than computing what is short. */
const costOfCharacter = 1;
const maxRoundedDecimals = 10;

/**
 * Compiles an expression. Its grammar is that of JavaScript with `^` for powers, so that `-2 ^ 2`, which people read in
 * two ways, is refused. Only arithmetic, the variables and three functions are reachable. Throws an `ExpressionError`.
 */
export function compileExpression(text: string, variables: readonly string[]): Compute {
  const source = text.replaceAll('\u2212', '-').replaceAll('×', '*').replaceAll('÷', '/');
  if (!characters.test(source) || notOperators.test(source)) {
    throw new ExpressionError(
      'Must consist of numbers, variables, + − * / ^, brackets, min, max and round(value, decimals).',
    );
  }
  const compute = compile(parse(source), new Set(variables));
  const baseCost = leastCost + text.length * costOfCharacter;
  return (values, work) => {
    work.cost += baseCost;
    return compute(values, work);
  };
}

function parse(source: string): ParsedExpression {
  const code = source.replaceAll('^', '**');
  if (!isBalanced(code)) throw new ExpressionError('Cannot be read: a bracket is missing.');
  try {
    const expression = parseExpressionAt(code, 0, { ecmaVersion: 2020 });
    const rest = code.slice(expression.end).replace(/^[) ]*/, '');
    if (rest === '') return expression;
    throw new ExpressionError(`Cannot be read from “${rest.slice(0, 10)}”.`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ExpressionError(
      /-\s*[\w.]+\s*\*\*/.test(code)
        ? 'Cannot be read. Write a power of a negative number as (−2) ^ 2, and a negative power as −(2 ^ 2).'
        : 'Cannot be read: an operator or a value is missing.',
    );
  }
}

function isBalanced(code: string): boolean {
  let depth = 0;
  for (const sign of code) {
    if (sign === '(') depth++;
    if (sign === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

function compile(node: AnyNode, variables: ReadonlySet<string>): Compute {
  const part = (child: AnyNode) => compile(child, variables);
  switch (node.type) {
    case 'Literal': {
      if (!plainNumber.test(node.raw ?? '')) throw new ExpressionError(`${node.raw} is not a plain number.`);
      const value = new Fraction(node.raw?.replace(/\.$/, '') ?? '');
      return () => value;
    }
    case 'Identifier': {
      const { name } = node;
      if (!variables.has(name)) throw new ExpressionError(`${name} is not a variable.`);
      return (values) => values.get(name) ?? unknown(name);
    }
    case 'ParenthesizedExpression':
      return part(node.expression);
    case 'UnaryExpression': {
      if (node.operator !== '-' && node.operator !== '+') break;
      const argument = part(node.argument);
      return node.operator === '-' ? (values, work) => argument(values, work).neg() : argument;
    }
    case 'BinaryExpression': {
      const operate = Object.hasOwn(operators, node.operator) ? operators[node.operator] : undefined;
      if (!operate || node.left.type === 'PrivateIdentifier') break;
      const [left, right] = [part(node.left), part(node.right)];
      return (values, work) => operate(left(values, work), right(values, work), work);
    }
    case 'CallExpression': {
      const name = node.callee.type === 'Identifier' ? node.callee.name : '';
      const call = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (!call) break;
      const values = node.arguments.map(part);
      if (values.length < call.least || values.length > call.most) {
        throw new ExpressionError(`${name} takes ${call.takes}.`);
      }
      return (drawn, work) => {
        const computed = values.map((each) => each(drawn, work));
        for (const { n, d } of computed) spend(work, bitsOf(n) + bitsOf(d));
        return call.run(computed);
      };
    }
  }
  throw new ExpressionError('Must consist of numbers, variables, + − * / ^, brackets, min, max and round.');
}

type Operate = (left: Fraction, right: Fraction, work: Work) => Fraction;

const operators: Readonly<Record<string, Operate>> = {
  '+': (left, right, work) => {
    spendOnSum(left, right, work);
    return left.add(right);
  },
  '-': (left, right, work) => {
    spendOnSum(left, right, work);
    return left.sub(right);
  },
  '*': (left, right, work) => {
    spendOnFraction(work, bitsOf(left.n) + bitsOf(right.n), bitsOf(left.d) + bitsOf(right.d));
    return left.mul(right);
  },
  '/': (left, right, work) => {
    if (right.n === 0n) throw new ExpressionError('Divides by zero.');
    spendOnFraction(work, bitsOf(left.n) + bitsOf(right.d), bitsOf(left.d) + bitsOf(right.n));
    return left.div(right);
  },
  '**': power,
};

/** The sum of fractions is reduced after they have the same denominator, the product of theirs. */
function spendOnSum(left: Fraction, right: Fraction, work: Work): void {
  const [first, second] = [bitsOf(left.n) + bitsOf(right.d), bitsOf(right.n) + bitsOf(left.d)];
  spendOnFraction(work, Math.max(first, second), bitsOf(left.d) + bitsOf(right.d));
}

/** Reducing a fraction takes a time that grows with the product of the lengths of its two numbers. */
function spendOnFraction(work: Work, numeratorBits: number, denominatorBits: number): void {
  refuseLong(Math.max(numeratorBits, denominatorBits));
  spend(work, numeratorBits + denominatorBits);
  charge(work, (numeratorBits * denominatorBits) / 15_000);
}

/** For work that grows with the length of numbers. */
const spend = (work: Work, bits: number): void => charge(work, bits / 50);

/** Before the work is done, so that nothing takes longer than a computation may. */
function charge(work: Work, cost: number): void {
  work.cost += cost;
  if (work.cost > maxCost) throw new ExpressionError('Takes too long to calculate.');
}

function power(base: Fraction, exponent: Fraction, work: Work): Fraction {
  const times = exponent.valueOf();
  if (exponent.d !== 1n || Math.abs(times) > figureLimits.largestExponent) {
    const { largestExponent } = figureLimits;
    throw new ExpressionError(
      `An exponent must be a whole number from −${largestExponent} to ${largestExponent}.`,
    );
  }
  if (base.n === 0n && times < 0) throw new ExpressionError('Divides by zero.');
  const bits = Math.max(bitsOf(base.n), bitsOf(base.d)) * Math.abs(times);
  // The result is reduced, although a power of a reduced fraction needs it not.
  spendOnFraction(work, bits, bits);
  return base.pow(exponent) ?? unknown('power');
}

interface ArithmeticFunction {
  least: number;
  most: number;
  takes: string;
  run: (values: Fraction[]) => Fraction;
}

const extreme = (isBetter: (order: number) => boolean): ArithmeticFunction => ({
  least: 1,
  most: figureLimits.expressionMaxLength,
  takes: 'at least one value',
  run: (values) => values.reduce((best, value) => (isBetter(value.compare(best)) ? value : best)),
});

const functions: Readonly<Record<string, ArithmeticFunction>> = {
  min: extreme((order) => order < 0),
  max: extreme((order) => order > 0),
  round: {
    least: 1,
    most: 2,
    takes: 'a value and a number of decimals',
    run: ([value = new Fraction(0), decimals = new Fraction(0)]) => {
      const places = decimals.valueOf();
      if (decimals.d !== 1n || places < 0 || places > maxRoundedDecimals) {
        throw new ExpressionError(`The decimals of round must be from 0 to ${maxRoundedDecimals}.`);
      }
      return rounded(value, places);
    },
  },
};

const tooLong = () => new ExpressionError('Gives a number with too many digits.');

function refuseLong(bits: number): void {
  if (bits > maxBits) throw tooLong();
}

function unknown(name: string): never {
  throw new ExpressionError(`${name} has no value.`);
}
