/**
 * An independent evaluator of the expressions of questions: its own recursive-descent parser, and fractions of big
 * integers. It shares nothing with the server. `^` binds to the right and closer than a sign.
 */
export type Ratio = readonly [numerator: bigint, denominator: bigint];

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

export function ratio(numerator: bigint, denominator = 1n): Ratio {
  const common = gcd(numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator);
  const sign = denominator < 0n ? -1n : 1n;
  return common === 0n ? [0n, 1n] : [(sign * numerator) / common, (sign * denominator) / common];
}

/** The value of a plain decimal. */
export function decimalRatio(text: string): Ratio {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  return ratio(BigInt(`${sign}${whole || '0'}${decimals}`), 10n ** BigInt(decimals.length));
}

/** The middle of two doubles has at most 800 digits, so that many decide the nearest one. */
export function nearestNumber([numerator, denominator]: Ratio): number {
  const places = 800;
  const digits = (numerator * 10n ** BigInt(places)) / denominator;
  return Number(`${digits}e-${places}`);
}

/** Halves are rounded away from zero. */
export function roundedUnits([numerator, denominator]: Ratio, decimals: number): bigint {
  const scaled = numerator * 10n ** BigInt(decimals);
  const sign = scaled < 0n ? -1n : 1n;
  return (sign * (2n * scaled * sign + denominator)) / (2n * denominator);
}

export function exactValue(expression: string, values: Readonly<Record<string, number>>): Ratio {
  const tokens = expression.match(/\d+\.?\d*|\.\d+|[a-z]+|[-+*/^(),]/g) ?? [];
  let position = 0;
  const take = (...wanted: string[]) => {
    const token = tokens[position];
    return token !== undefined && wanted.includes(token) ? tokens[position++] : undefined;
  };
  const demand = (wanted: string) => {
    if (!take(wanted)) throw new Error(`${expression}: ${wanted} expected at ${position}.`);
  };

  function sum(): Ratio {
    let value = product();
    for (let operator; (operator = take('+', '-'));) {
      const [n, d] = product();
      value = ratio(value[0] * d + (operator === '+' ? n : -n) * value[1], value[1] * d);
    }
    return value;
  }

  function product(): Ratio {
    let value = signed();
    for (let operator; (operator = take('*', '/'));) {
      const [n, d] = signed();
      value = operator === '*' ? ratio(value[0] * n, value[1] * d) : ratio(value[0] * d, value[1] * n);
    }
    return value;
  }

  function signed(): Ratio {
    if (!take('-')) return power();
    const [n, d] = signed();
    return [-n, d];
  }

  function power(): Ratio {
    const base = atom();
    if (!take('^')) return base;
    const [exponent] = signed();
    const [n, d] = exponent < 0n ? [base[1], base[0]] : base;
    const times = exponent < 0n ? -exponent : exponent;
    return ratio(n ** times, d ** times);
  }

  function atom(): Ratio {
    if (take('(')) {
      const value = sum();
      demand(')');
      return value;
    }
    const token = tokens[position++] ?? '';
    if (/^[\d.]/.test(token)) return decimalRatio(token);
    if (token !== 'round') return decimalRatio(String(values[token]));
    demand('(');
    const value = sum();
    demand(',');
    const decimals = Number(sum()[0]);
    demand(')');
    return ratio(roundedUnits(value, decimals), 10n ** BigInt(decimals));
  }

  const value = sum();
  if (position !== tokens.length) throw new Error(`${expression}: ends at ${position}.`);
  return value;
}
