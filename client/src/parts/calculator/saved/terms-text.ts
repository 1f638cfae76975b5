import { type Calculation, calculationInputs } from 'contract/calculations/calculations.ts';
import type { BuyingBody } from 'contract/buying/buying-fields.ts';
import { placesInText } from 'contract/buying/buying.constants.ts';
import { newerVersionText } from 'contract/texts.ts';
import { formatDate, formatDuration, formatShortAud, formatWholeAud } from '#parts/format/format.ts';

function buyingText({ price, place, incomes, repayment }: BuyingBody): string {
  if (place) return `${price === undefined ? 'A home' : formatWholeAud(price)} in ${placesInText[place]}`;
  if (repayment !== undefined) return `${aud(repayment)} a month`;
  return incomes.map(({ income, period }) => `${aud(income)} ${period}`).join(', ');
}

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
  if (kind === 'buying') return buyingText(calculationInputs.buying.parse(input));
  if (kind === 'study_loan') {
    return `${aud(calculationInputs.study_loan.parse(input).balance)} of study loans`;
  }
  const loan =
    kind === 'switch' ? calculationInputs.switch.parse(input).current : calculationInputs[kind].parse(input);
  return `${aud(loan.total_loan_amount)} over ${formatDuration(loan.duration_months)} at ${percent(loan.annual_interest_rate)}`;
}
