/** The figures of the law by income year: the file `content/tax-rules.json`, and the terms of the calculation. */

/** Rows of numbers: an income and a rate in percent, or an income, an amount in AUD and a rate in percent. */
type Rows = readonly (readonly number[])[];

interface RuleEvidence {
  /** The names of sources in `sources`. */
  sources: readonly string[];
  /** Why the figures may still change. */
  provisional?: string | undefined;
}

interface TaxYearRules {
  income_year: string;
  resident_rates: RuleEvidence & { over: Rows };
  low_income_offset: RuleEvidence & { pieces: Rows };
  low_middle_income_offset?: (RuleEvidence & { pieces: Rows }) | undefined;
  /** For income from work, which all income of the calculation is. */
  working_offset?: (RuleEvidence & { pieces: Rows }) | undefined;
  medicare_levy: RuleEvidence & { percent: number; threshold: number; phase_in_percent: number };
  standard_deduction?: (RuleEvidence & { amount: number }) | undefined;
  study_loan?: (RuleEvidence & { marginal?: Rows | undefined; whole: Rows }) | undefined;
}

export interface TaxRules {
  /** The day on which the sources were read, unless a source has its own. */
  seen: string;
  sources: Readonly<Record<string, { name: string; url: string; seen?: string | undefined }>>;
  /** The oldest year first. */
  years: readonly TaxYearRules[];
}

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
  const evidenceOf = ({ sources, provisional }: RuleEvidence): Evidence => ({
    provisional,
    sources: sources.map((name) => {
      const source = rules.sources[name];
      if (!source) throw new Error(`There is no source ${name}.`);
      return { ...source, seen: source.seen ?? rules.seen };
    }),
  });
  const offset = (rule: TaxYearRules['low_income_offset'] | undefined) =>
    rule && { ...evidenceOf(rule), pieces: pieces(rule.pieces) };
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

const pieces = (rows: Rows): Piece[] =>
  rows.map(([over = 0, base = 0, percent = 0]) => ({
    over,
    baseCents: Math.round(base * 100),
    rateThousandths: thousandths(percent),
  }));

const thresholds = (rows: Rows): Piece[] => pieces(rows.map(([over = 0, percent = 0]) => [over, 0, percent]));
