/** The figures of the law by income year, as the calculations use them. */
import type { TaxRules } from 'contract/take-home-pay/tax-rules.ts';

type TaxYearRules = TaxRules['years'][number];
type Offset = TaxYearRules['low_income_offset'];

/** For incomes above `over`: a base amount, and a rate on the part above it. */
export interface Piece {
  over: number;
  baseCents: number;
  /** In thousandths of a percent. */
  rateThousandths: number;
}

export interface Evidence {
  sources: { name: string; url: string; seen: string }[];
  provisional: string | undefined;
}

export type TaxYear = ReturnType<typeof taxYear>;

/** The oldest year first. */
export const taxYearsOf = (rules: TaxRules): TaxYear[] => rules.years.map((year) => taxYear(rules, year));

function taxYear(rules: TaxRules, year: TaxYearRules) {
  const evidenceOf = ({ sources, provisional }: Pick<Offset, 'sources' | 'provisional'>): Evidence => ({
    provisional,
    sources: sources.map((name) => {
      const source = rules.sources[name];
      if (!source) throw new Error(`There is no source ${name}.`);
      return { ...source, seen: source.seen ?? rules.seen };
    }),
  });
  const offset = (rule: Offset | undefined) => rule && { ...evidenceOf(rule), pieces: pieces(rule.pieces) };
  const { income_year, resident_rates, medicare_levy, standard_deduction, study_loan } = year;
  return {
    income_year,
    resident_rates: { ...evidenceOf(resident_rates), over: thresholds(resident_rates.over) },
    low_income_offset: offset(year.low_income_offset),
    low_middle_income_offset: offset(year.low_middle_income_offset),
    working_offset: offset(year.working_offset),
    medicare_levy: {
      ...evidenceOf(medicare_levy),
      threshold: medicare_levy.threshold,
      percent: thousandths(medicare_levy.percent),
      phase_in_percent: thousandths(medicare_levy.phase_in_percent),
    },
    standard_deduction: standard_deduction && {
      ...evidenceOf(standard_deduction),
      amount: standard_deduction.amount,
    },
    study_loan: study_loan && {
      ...evidenceOf(study_loan),
      marginal: pieces(study_loan.marginal ?? []),
      whole: thresholds(study_loan.whole),
    },
  };
}

const thousandths = (percent: number) => Math.round(percent * 1_000);

const pieces = (rows: readonly (readonly number[])[]): Piece[] =>
  rows.map(([over, base, percent]) => ({
    over: over!,
    baseCents: Math.round(base! * 100),
    rateThousandths: thousandths(percent!),
  }));

const thresholds = (rows: readonly (readonly number[])[]): Piece[] =>
  pieces(rows.map(([over, percent]) => [over!, 0, percent!]));
