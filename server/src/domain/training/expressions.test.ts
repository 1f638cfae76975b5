import { describe, expect, it } from 'vitest';
import { compileExpression, ExpressionError } from './expressions.ts';
import { fractionOf, numberOf } from './fractions.ts';

const valueOf = (text: string, draw: Record<string, number> = {}) => {
  const values = new Map(Object.entries(draw).map(([name, value]) => [name, fractionOf(value)]));
  return numberOf(compileExpression(text, Object.keys(draw))(values, { cost: 0 }));
};

describe('an expression', () => {
  it.each<[string, number]>([
    ['1 + 2 * 3 - 4 / 2', 5],
    ['(1 + 2) * (3 - 1)', 6],
    ['((7))', 7],
    ['-3 + 5', 2],
    ['-(2 ^ 2)', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -2', 0.25],
    ['2 ^ 3 ^ 2', 512],
    ['0.1 + 0.2', 0.3],
    ['1 / 3', 1 / 3],
    ['.5 * 4.', 2],
    ['3 − 1 × 2 ÷ 4', 2.5],
    ['min(3, 2, 5) + max(1)', 3],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1 / 3, 4)', 0.3333],
    ['1.01 ^ 600', 1.01 ** 600],
  ])('%s is %d', (text, expected) => {
    expect(valueOf(text)).toBeCloseTo(expected, 7);
  });

  it('is exact where doubles are not', () => {
    expect(valueOf('a * 3 - 0.3', { a: 0.1 })).toBe(0);
    expect(valueOf('a * (1 + rate / 1200) ^ 360 / a', { a: 500_000, rate: 6.19 })).toBeCloseTo(
      (1 + 6.19 / 1200) ** 360,
      9,
    );
  });

  it.each([6.19, 6.1234])('may be the payment of a loan over 30 years at %d %%', (rate) => {
    const growth = (1 + rate / 1200) ** 360;
    expect(
      valueOf('a * (rate / 1200) * (1 + rate / 1200) ^ 360 / ((1 + rate / 1200) ^ 360 - 1)', {
        a: 500_000,
        rate,
      }),
    ).toBeCloseTo((500_000 * (rate / 1200) * growth) / (growth - 1), 6);
  });

  it.each([
    ['-2 ^ 2', 'power of a negative number'],
    ['1 +', 'missing'],
    ['(1', 'missing'],
    ['1)', 'missing'],
    ['1 2', 'read from “2”'],
    ['a b', 'read from “b”'],
    ['2(3)', 'Must consist'],
    ['a + b', 'b is not a variable'],
    ['process', 'process is not a variable'],
    ['constructor', 'constructor is not a variable'],
    ['a.constructor', 'Must consist'],
    ['a["b"]', 'Must consist'],
    ['min.call(1)', 'Must consist'],
    ['eval(1)', 'Must consist'],
    ['constructor(1)', 'Must consist'],
    ['sqrt(4)', 'Must consist'],
    ['1 ** 2', 'Must consist'],
    ['1 // 2', 'Must consist'],
    ['1 /* 2 */', 'Must consist'],
    ['`1`', 'Must consist'],
    ['a = 1', 'Must consist'],
    ['a, a', 'Must consist'],
    ['0b1', 'is not a plain number'],
    ['1e9', 'is not a plain number'],
    ['round(1, 2, 3)', 'takes a value'],
    ['min()', 'at least one value'],
  ])('%s is refused', (text, reason) => {
    expect(() => compileExpression(text, ['a'])).toThrow(reason);
  });

  it.each([
    ['1 / (a - 1)', 'Divides by zero'],
    ['(a - 1) ^ -1', 'Divides by zero'],
    ['2 ^ 601', 'from −600 to 600'],
    ['2 ^ 0.5', 'whole number'],
    ['((9 ^ 600) ^ 600) ^ 600', 'too many digits'],
    ['((a / 99999) ^ 600 + (a / 99998) ^ 600 + (a / 99997) ^ 600)', 'Takes too long'],
    [Array(12).fill('(8765 / 9999) ^ 290').join(' + '), 'Takes too long'],
    [`max(${Array(18).fill('(a / 99999.123457) ^ 600').join(', ')})`, 'Takes too long'],
    ['round(a, 11)', 'decimals of round'],
    ['round(a, -1)', 'decimals of round'],
    ['round(a, 0.5)', 'decimals of round'],
  ])('%s has no value', (text, reason) => {
    expect(() => valueOf(text, { a: 1 })).toThrow(reason);
  });
});

const list = (item: string) =>
  Array(Math.floor(180 / (item.length + 2)))
    .fill(item)
    .join(', ');

describe('the price of an expression', () => {
  const base = '(a / 99999.123457)';
  /** For each operator and function, with the exponent of its numbers. */
  const priced: [string, (exponent: number) => string][] = [
    ['a sum', (exponent) => `${base} ^ ${exponent} + (a / 99998.7) ^ ${exponent}`],
    ['a difference', (exponent) => `${base} ^ ${exponent} - (a / 99998.7) ^ ${exponent}`],
    ['a product', (exponent) => `${base} ^ ${exponent} * (a / 99998.7) ^ ${exponent}`],
    ['a quotient', (exponent) => `${base} ^ ${exponent} / (a / 99998.7) ^ ${exponent}`],
    ['a power', (exponent) => `${base} ^ ${exponent}`],
    ['a power of a power', (exponent) => `(9 ^ ${exponent}) ^ 15`],
    ['many signs', (exponent) => `${'-('.repeat(90)}9 ^ ${exponent}${')'.repeat(90)}`],
    ['many sums', (exponent) => `9 ^ ${exponent} ${'+ a '.repeat(45)}`],
    ['min', (exponent) => `min(${base} ^ ${exponent}, (a / 99998.7) ^ ${exponent})`],
    ['min of many', (exponent) => `min(${list(`9 ^ ${exponent}`)})`],
    ['max of many', (exponent) => `max(${list(`9 ^ ${exponent}`)})`],
    ['round', (exponent) => `round(${base} ^ ${exponent})`],
    ['round to decimals', (exponent) => `round(${base} ^ ${exponent}, 10)`],
    ['many roundings', (exponent) => `${'round('.repeat(28)}9 ^ ${exponent}${')'.repeat(28)}`],
  ];
  const sizes = [1, 60, 200, 600];
  const draw = new Map([['a', fractionOf(12_345.678901)]]);
  const run = (text: string, work: { cost: number }) => numberOf(compileExpression(text, ['a'])(draw, work));

  const peer = `${base} ^ 60`;

  /** Microseconds of CPU time of one run. */
  function timeOf(text: string): number {
    const start = process.cpuUsage();
    let [runs, micros] = [0, 0];
    while (micros < 1_000) {
      run(text, { cost: 0 });
      const { user, system } = process.cpuUsage(start);
      [runs, micros] = [runs + 1, user + system];
    }
    return micros / runs;
  }

  /** The least of several measurements: the CPU time as a multiple of the peer's. Both slow down alike on a busy machine. */
  function relativeTimeOf(text: string): number {
    return Math.min(...Array.from({ length: 7 }, () => timeOf(text) / timeOf(peer)));
  }

  function costOf(text: string): number {
    const work = { cost: 0 };
    run(text, work);
    return work.cost;
  }

  it.each(priced)(
    '%s costs at least a quarter of its CPU time beside a plain power, at every size',
    (_name, textOf) => {
      const rows = sizes.map((size) => {
        try {
          const relativeCost = costOf(textOf(size)) / costOf(peer);
          return { size, isRefused: false, isPriced: relativeCost * 4 >= relativeTimeOf(textOf(size)) };
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          return { size, isRefused: true, isPriced: true };
        }
      });
      expect(rows.filter(({ isPriced }) => !isPriced)).toEqual([]);
      expect(rows.filter(({ isRefused }) => !isRefused).length).toBeGreaterThanOrEqual(3);
    },
  );
});
