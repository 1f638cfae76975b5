/** The calculation on the device, loaded after the first paint. */
import { LoanRequest } from 'contract/loans/loans.ts';
import { loanResult } from 'engine/calculators/loan.ts';
import { type LoanOutcome, type LoanTerms, scenarioTermsOf } from './loan-terms.ts';
import { scenarioAnswer } from './scenario/scenario-answer.ts';

export function calculateLoanTerms(terms: LoanTerms): LoanOutcome {
  const scenarioTerms = scenarioTermsOf(terms);
  if (!terms.isScenario) return { result: loanResult(LoanRequest.parse(scenarioTerms.loan)) };
  const answer = scenarioAnswer(scenarioTerms);
  return { result: answer.scenario, answer };
}
