import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { sentOffers, type SwitchInputs } from './switch-inputs.ts';
import type { Loans, Offer, Staying } from './verdicts.ts';

/** Staying or an offer, with its terms. Amounts are in dollars. */
export interface PricedLoan {
  loan: Staying | Offer;
  rate: number;
  /** Those of a level payment. */
  terms: LoanRequestInput;
  fees: SwitchInputs['fees'];
  /** Of a payment; the fee of a year is spread over its payments. */
  fee: number;
  cashback: number;
  /** What leaves the account with the first payment. */
  leaving: number;
}

/** Staying, then the offers in their order. */
export function pricedLoans({ stay, offers }: Loans, terms: SwitchInputs): PricedLoan[] {
  const sent = sentOffers(terms.offers);
  const perYear = periodsPerYear[terms.payment_frequency];
  const priced = (
    loan: Staying | Offer,
    {
      fees,
      annual_interest_rate: rate,
      duration_months: months,
    }: Pick<SwitchInputs, 'fees' | 'annual_interest_rate' | 'duration_months'>,
    cashback = '',
  ): PricedLoan => {
    const fee = Math.round(100 * (Number(fees.per_period) + Number(fees.per_year) / perYear)) / 100;
    const payment = loan.rows[1]?.payment_amount ?? 0;
    return {
      loan,
      rate: Number(rate),
      terms: {
        total_loan_amount: terms.total_loan_amount,
        duration_months: months || terms.duration_months,
        annual_interest_rate: rate,
        compounding_frequency: terms.compounding_frequency,
      },
      fees,
      fee,
      cashback: Number(cashback),
      leaving: payment + fee,
    };
  };
  return [
    priced(stay, terms),
    ...offers.flatMap((offer, index) => {
      const offerTerms = sent[index];
      return offerTerms ? priced(offer, offerTerms, offerTerms.cashback) : [];
    }),
  ];
}
