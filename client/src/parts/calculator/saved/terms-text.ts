import { type Calculation, calculationInputs } from 'contract/calculations/calculations.ts';
import { newerVersionText } from 'contract/texts.ts';
import { formatDate, formatDuration, formatShortAud } from '#parts/format/format.ts';

const aud = (cents: number) => formatShortAud(cents / 100);
const percent = (millionths: number) => `${millionths / 1e6}%`;

/** The main terms as one line of text, also the default name of a saved calculation. */
export function termsText(kind: Calculation['kind'], input: unknown): string {
  if (kind === 'unknown') return newerVersionText;
  if (kind === 'savings') {
    const { deposit_per_month, duration_months, annual_interest_rate } =
      calculationInputs.savings.parse(input);
    return `${aud(deposit_per_month)} a month for ${formatDuration(duration_months)} at ${percent(annual_interest_rate)}`;
  }
  if (kind === 'take_home_pay') {
    const { income, period, income_year } = calculationInputs.take_home_pay.parse(input);
    return [aud(income), period, income_year].filter(Boolean).join(' ');
  }
  if (kind === 'statement') {
    const { transactions } = calculationInputs.statement.parse(input);
    return `Loan from ${formatDate(transactions[0]!.date)} to ${formatDate(transactions.at(-1)!.date)}`;
  }
  const loan =
    kind === 'switch' ? calculationInputs.switch.parse(input).current : calculationInputs[kind].parse(input);
  return `${aud(loan.total_loan_amount)} over ${formatDuration(loan.duration_months)} at ${percent(loan.annual_interest_rate)}`;
}
