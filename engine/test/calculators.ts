/** The results of request bodies as the API computes them, with the schemas of the contract and the engine alone. */
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import { FollowLoanBody } from 'contract/followed-loans/followed-loan-fields.ts';
import { LoanRequest } from 'contract/loans/loans.ts';
import { operations } from 'contract/operations.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SavingsBody, SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { StudyLoanBody } from 'contract/study-loan/study-loan.ts';
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import type { TaxRules } from 'contract/take-home-pay/tax-rules.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import type { BuyingRules } from 'contract/buying/buying-rules.ts';
import { followedLoanResult } from 'engine/calculators/followed-loan.ts';
import { loanResult } from 'engine/calculators/loan.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { stressResult } from 'engine/calculators/rate-change.ts';
import { type StudyLoanIndexation, studyLoanResult } from 'engine/calculators/study-loan.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { finish } from 'engine/slices.ts';

/** The files of the law, and the changes of the cash rate. */
export interface Law {
  taxRules: TaxRules;
  buyingRules: BuyingRules;
  indexation: StudyLoanIndexation;
  cashRate: { changes: unknown[][] };
}

/** @returns a function that calculates the body of a request to the URL of an operation. */
export function calculator({
  taxRules,
  buyingRules: rules,
  indexation,
  cashRate: { changes },
}: Law): (url: string, body: unknown) => unknown {
  const cashRate = changes.map(([date, value]) => ({ date: String(date), value: Number(value) }));
  const taxYears = taxYearsOf(taxRules);
  const calculators: Record<string, (body: unknown) => unknown> = {
    [operations.calculatePrincipal.url]: (body) => loanResult(LoanRequest.parse(body)),
    [operations.calculateScenario.url]: (body) => scenarioResult(Scenario.parse(body)),
    [operations.stressScenario.url]: (body) => finish(stressResult(StressBody.parse(body))),
    [operations.solveLoan.url]: (body) => finish(solveResult(SolveBody.parse(body))),
    [operations.calculateSavings.url]: (body) => savingsResult(SavingsBody.parse(body)),
    [operations.switchLoan.url]: (body) => finish(switchResult(SwitchBody.parse(body))),
    [operations.checkStatement.url]: (body) => finish(statementResult(StatementBody.parse(body))),
    [operations.calculateBuying.url]: (body) => buyingResult({ rules, taxYears }, BuyingBody.parse(body)),
    [operations.calculateStudyLoan.url]: (body) =>
      studyLoanResult({ indexation, taxYears }, StudyLoanBody.parse(body)),
    [operations.followLoan.url]: (body) => finish(followedLoanResult(FollowLoanBody.parse(body), cashRate)),
    [operations.calculateTakeHomePay.url]: (body) => takeHomePayResult(taxYears, TakeHomePayBody.parse(body)),
  };
  return (url, body) => calculators[url]!(body);
}
