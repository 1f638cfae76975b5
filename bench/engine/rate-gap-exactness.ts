/**
 * Compares the gap of random loans with the switch to an offer at the average, figure by figure.
 *
 *     npx tsx bench/engine/rate-gap-exactness.ts [loans]
 *
 * Ends with code 1 if a cent differs.
 */
import { LoanRequest } from 'contract/loans/loans.ts';
import { loanLimits, compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { differencesFrom } from 'engine/calculators/rate-gap.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import { reportNone } from '../report.ts';

const loans = Number(process.argv[2] ?? 2_000);
const averagePercent = 6.2;
const averageMillionths = LoanRequest.shape.annual_interest_rate.parse(averagePercent);

const between = (low: number, high: number) => low + Math.random() * (high - low);
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));
const cents = (amount: number) => Math.round(amount * 100);

let wrong = 0;
for (let index = 0; index < loans; index++) {
  const current = {
    // From one cent to the largest amount, each magnitude as often.
    total_loan_amount: rounded(10 ** between(-2, Math.log10(loanLimits.maxAmount)), 2),
    duration_months: Math.floor(between(loanLimits.minDurationMonths, loanLimits.maxDurationMonths + 1)),
    annual_interest_rate: rounded(between(0, loanLimits.maxAnnualRatePercent), index % 7),
    compounding_frequency: compoundingFrequencies[index % compoundingFrequencies.length],
  };
  const { payment_difference, interest_difference } = differencesFrom(
    averageMillionths,
    LoanRequest.parse(current),
  );
  const offers = [{ annual_interest_rate: averagePercent }];
  const { stay, offers: compared } = finish(switchResult(SwitchBody.parse({ current, offers })));
  const least = compared[0]!.least;
  const firstYearCents = (rows: readonly { period: number; interest_paid: number }[]) =>
    rows.reduce((sum, { period, interest_paid }) => (period <= 12 ? sum + cents(interest_paid) : sum), 0);
  const pairs = [
    [cents(payment_difference), cents(stay.payment) - cents(least.payment)],
    [cents(interest_difference.first_year), firstYearCents(stay.rows) - firstYearCents(least.rows)],
    [cents(interest_difference.to_end), -cents(least.difference.total_interest_paid)],
  ];
  const differs = pairs.some(([one, other]) => one !== other);
  if (differs) console.log(JSON.stringify({ current, pairs }));
  wrong += Number(differs);
}
reportNone(`wrong gaps of ${loans} random loans`, wrong);
