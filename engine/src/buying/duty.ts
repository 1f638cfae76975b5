/**
 * The duty of a purchase and its relief. Duties are exact fractions of thousandths of a cent, which is what a dollar gives at a
 * thousandth of a percent, and are rounded in the last step.
 */
import type { DutyLineKey } from 'contract/buying/buying.constants.ts';
import type { BuyingBody } from 'contract/buying/buying-fields.ts';
import type { BuyingResult } from 'contract/buying/buying.ts';
import { divideExactlyHalfUp } from 'engine/arithmetic/rounding.ts';
import type { Band, PlaceLaw, Relief } from 'contract/buying/buying-rules.ts';
import type { RuleSources } from './rules.ts';

type DutyStep = NonNullable<BuyingResult['purchase']>['duty']['lines'][number]['step'];

interface DutyLine {
  key: DutyLineKey;
  cents: number;
  step: DutyStep;
  rule: RuleSources & { section?: string | undefined; page: string };
}

export interface Duty {
  cents: number;
  lines: DutyLine[];
}

/** In thousandths of a cent. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

const unitsPerCent = 1_000n;
const unitsPerDollar = 100_000n;
const dollars = (amount: number): bigint => BigInt(amount) * unitsPerDollar;
const whole = (numerator: bigint): Fraction => ({ numerator, denominator: 1n });
const nothing = whole(0n);

export type DutyTerms = Pick<BuyingBody, 'kind' | 'use' | 'first_home'>;

/** @param price in whole dollars */
export function dutyOf(law: PlaceLaw, terms: DutyTerms, price: number): Duty {
  const { home } = law;
  const isHomeScale =
    home && terms.use === 'live' && home.kinds.includes(terms.kind) && price <= (home.to ?? price);
  const rule = isHomeScale ? home : law.general;
  const scaled = isHomeScale ? bandDuty(law, home.bands, price) : generalDuty(law, price);
  const cents = roundDuty(law, scaled.duty);
  const line: DutyLine = { key: isHomeScale ? home.key : 'general', cents, step: scaled.step, rule };

  const relief = law.relief.find(({ kinds }) => kinds.includes(terms.kind));
  if (!relief || terms.use !== 'live' || !terms.first_home) return { cents, lines: [line] };
  const relieved = Math.min(cents, roundDuty(law, relievedDuty(law, relief, scaled.duty, price)));
  if (relieved === cents) return { cents, lines: [line] };
  return {
    cents: relieved,
    lines: [line, { key: relief.key, cents: relieved - cents, step: null, rule: relief }],
  };
}

/** The values at which the duty may jump or change its slope. */
export const dutyThresholds = ({ general, home, relief }: PlaceLaw): number[] => [
  ...general.bands.map(([over]) => over),
  ...(general.formula ? [general.formula.to] : []),
  ...(home?.bands.map(([over]) => over) ?? []),
  ...(home?.to === undefined ? [] : [home.to]),
  ...relief.flatMap(reliefThresholds),
];

function reliefThresholds(relief: Relief): number[] {
  switch (relief.by) {
    case 'exempt':
      return [];
    case 'exempt_share':
      return [relief.exempt_to, relief.below];
    case 'duty_share':
      return [relief.exempt_to, relief.to];
    case 'deduct':
      return relief.steps.map(([under]) => under);
    case 'scale':
      return [...relief.bands.map(([over]) => over), relief.to];
  }
}

interface ScaledDuty {
  duty: Fraction;
  step: DutyStep;
}

function generalDuty(law: PlaceLaw, price: number): ScaledDuty {
  const { formula, bands } = law.general;
  return formula && price <= formula.to
    ? { duty: formulaDuty(formula, price), step: null }
    : bandDuty(law, bands, price);
}

/** The band is the last one that begins below the price: a price at a threshold belongs to the band before it. */
function bandDuty(law: PlaceLaw, bands: readonly Band[], price: number): ScaledDuty {
  const index = Math.max(
    bands.findLastIndex(([over]) => over < price),
    0,
  );
  const [over, base, percent] = bands[index]!;
  const isWhole = base === null;
  const part = isWhole ? price : Math.ceil((price - over) / law.part_of) * law.part_of;
  const rated = dollars(base ?? 0) + BigInt(part) * BigInt(Math.round(percent * 1_000));
  const minimum = dollars(law.minimum);
  return {
    duty: whole(rated > minimum ? rated : minimum),
    step: {
      over,
      up_to: bands[index + 1]?.[0] ?? null,
      base: base ?? 0,
      rate_percent: percent,
      part,
      whole: isWhole,
    },
  };
}

/** With V a thousandth of the value, V² is a millionth of the square of the value. */
function formulaDuty({ squared, linear }: NonNullable<PlaceLaw['general']['formula']>, price: number) {
  const [integer = '', decimals = ''] = squared.split('.');
  const denominator = 10n ** BigInt(decimals.length) * 1_000_000n;
  const square = BigInt(integer + decimals) * BigInt(price) ** 2n;
  const line = (BigInt(linear * price) * denominator) / 1_000n;
  return { numerator: (square + line) * unitsPerDollar, denominator };
}

function relievedDuty(law: PlaceLaw, relief: Relief, duty: Fraction, price: number): Fraction {
  switch (relief.by) {
    case 'exempt':
      return nothing;
    case 'exempt_share': {
      if (price <= relief.exempt_to) return nothing;
      if (price >= relief.below) return duty;
      const exempted = generalDuty(law, relief.exempt_to).duty;
      return minus(duty, exempted, relief.below - price, relief.below - relief.exempt_to);
    }
    case 'duty_share': {
      if (price <= relief.exempt_to) return nothing;
      if (price > relief.to) return duty;
      const span = BigInt(relief.to - relief.exempt_to);
      const rest = duty.numerator * BigInt(relief.to - price);
      const reduction = divideUp(rest, duty.denominator * span * unitsPerDollar) * unitsPerDollar;
      return minus(duty, whole(reduction), 1, 1);
    }
    case 'deduct': {
      const [, amount = 0] = relief.steps.find(([under]) => price < under) ?? [];
      return minus(duty, whole(dollars(amount)), 1, 1);
    }
    case 'scale':
      return price <= relief.to ? bandDuty({ ...law, minimum: 0 }, relief.bands, price).duty : duty;
  }
}

/** duty − deducted × part ÷ of, at least 0. */
function minus(duty: Fraction, deducted: Fraction, part: number, of: number): Fraction {
  const denominator = duty.denominator * deducted.denominator * BigInt(of);
  const numerator =
    duty.numerator * deducted.denominator * BigInt(of) - deducted.numerator * duty.denominator * BigInt(part);
  return numerator > 0n ? { numerator, denominator } : nothing;
}

const divideUp = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator;

/** In cents, half up. */
function roundDuty({ round }: PlaceLaw, { numerator, denominator }: Fraction): number {
  return round === 'dollar'
    ? divideExactlyHalfUp(numerator, denominator * unitsPerDollar) * 100
    : divideExactlyHalfUp(numerator, denominator * unitsPerCent);
}
